-- The other checks that an act would have read to it word by word. Those of a domain, and those of a
-- function, are read once a connection.
CREATE DOMAIN fen_owed AS bigint CONSTRAINT loan_balances_not_negative CHECK (VALUE >= 0);
ALTER TABLE loan_balances
  DROP CONSTRAINT loan_balances_not_negative,
  ALTER COLUMN fee_fen TYPE fen_owed,
  ALTER COLUMN penalty_fen TYPE fen_owed,
  ALTER COLUMN principal_fen TYPE fen_owed;

ALTER TABLE draws
  DROP CONSTRAINT draws_state_check,
  DROP CONSTRAINT draws_product_check,
  DROP CONSTRAINT draws_amount_fen_check,
  DROP CONSTRAINT draws_months_check,
  DROP CONSTRAINT draws_annual_rate_ppm_check;
CREATE FUNCTION is_sound(draw draws) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN draw.state IN ('held', 'booked', 'released')
    AND draw.product IN ('103001', '101001', '900001')
    AND draw.amount_fen > 0 AND draw.months > 0 AND draw.annual_rate_ppm >= 0;
END
$$;
ALTER TABLE draws ADD CONSTRAINT draws_sound CHECK (is_sound(draws));

-- What a conversion has taken out of old loans and not yet brought into a new one. The condition of a
-- trigger is read for every row as well, so few rows have a table and a trigger of their own.
CREATE TABLE conversions (
  customer_no text NOT NULL,
  transaction_no text NOT NULL,
  open_fen bigint NOT NULL,
  PRIMARY KEY (customer_no, transaction_no)
);
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON conversions FROM qingzhou_app;

DROP TRIGGER check_conversion ON ledger_moves;
CREATE OR REPLACE FUNCTION check_conversion() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF (SELECT open_fen FROM public.conversions
       WHERE customer_no = NEW.customer_no AND transaction_no = NEW.transaction_no) <> 0 THEN
    RAISE EXCEPTION 'what is converted leaves one loan and arrives at another'
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER check_conversion AFTER INSERT OR UPDATE ON conversions
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION check_conversion();

-- As before, and what is converted is counted.
CREATE OR REPLACE FUNCTION keep_balance_of_move() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF NEW.against = 'conversion' THEN
    INSERT INTO public.conversions AS kept (customer_no, transaction_no, open_fen)
    VALUES (NEW.customer_no, NEW.transaction_no,
            NEW.fee_fen + NEW.penalty_fen + NEW.interest_fen + NEW.principal_fen)
    ON CONFLICT (customer_no, transaction_no) DO UPDATE
       SET open_fen = kept.open_fen + excluded.open_fen;
  END IF;
  IF NEW.principal_fen <= 0 THEN
    -- Money that comes or goes without touching a loan.
    IF NEW.principal_fen = 0 AND NEW.interest_fen = 0 AND NEW.penalty_fen = 0 AND NEW.fee_fen = 0 THEN
      RETURN NULL;
    END IF;
    UPDATE public.loan_balances AS kept
       SET fee_fen = kept.fee_fen + NEW.fee_fen,
           penalty_fen = kept.penalty_fen + NEW.penalty_fen,
           interest_fen = kept.interest_fen + NEW.interest_fen,
           principal_fen = kept.principal_fen + NEW.principal_fen
     WHERE kept.customer_no = NEW.customer_no AND kept.loan_no = NEW.loan_no;
    IF FOUND THEN
      RETURN NULL;
    END IF;
  END IF;
  -- Principal comes with a new loan, and comes back when a payment is taken back.
  INSERT INTO public.loan_balances AS kept
         (customer_no, loan_no, fee_fen, penalty_fen, interest_fen, principal_fen)
  VALUES (NEW.customer_no, NEW.loan_no, NEW.fee_fen, NEW.penalty_fen, NEW.interest_fen,
          NEW.principal_fen)
  ON CONFLICT (customer_no, loan_no) DO UPDATE
     SET fee_fen = kept.fee_fen + excluded.fee_fen,
         penalty_fen = kept.penalty_fen + excluded.penalty_fen,
         interest_fen = kept.interest_fen + excluded.interest_fen,
         principal_fen = kept.principal_fen + excluded.principal_fen;
  RETURN NULL;
END
$$;
