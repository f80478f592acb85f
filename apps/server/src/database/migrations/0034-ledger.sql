-- A row says what an act did to accounts of a loan, all against one other account: what the columns
-- do not bring to zero is, by that very row, in the account `against`. So it cannot but balance.
-- A column is a debit where it is above zero. Against income, each part is against its own.
CREATE TABLE ledger_moves (
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  entry_no bigint GENERATED ALWAYS AS IDENTITY,
  transaction_no text NOT NULL,
  event text NOT NULL,
  business_date date NOT NULL,
  against text NOT NULL,
  fee_fen bigint NOT NULL,
  penalty_fen bigint NOT NULL,
  interest_fen bigint NOT NULL,
  principal_fen bigint NOT NULL,
  refunds_payable_fen bigint NOT NULL,
  bank_fen bigint NOT NULL,
  -- A correction names the entry that it takes back.
  reverses_entry_no bigint,
  PRIMARY KEY (customer_no, loan_no, entry_no)
);
CREATE FUNCTION is_sound(move ledger_moves) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN move.against IN ('clearing', 'income', 'conversion', 'waived', 'coupon-cost')
    AND (move.principal_fen <> 0 OR move.interest_fen <> 0 OR move.penalty_fen <> 0
         OR move.fee_fen <> 0 OR move.bank_fen <> 0 OR move.refunds_payable_fen <> 0)
    -- Money at the bank and money to be sent back come and go through clearing only.
    AND (move.against = 'clearing' OR (move.bank_fen = 0 AND move.refunds_payable_fen = 0));
END
$$;
ALTER TABLE ledger_moves ADD CONSTRAINT ledger_moves_sound CHECK (is_sound(ledger_moves));
CREATE UNIQUE INDEX ledger_moves_reversed_once
  ON ledger_moves (customer_no, loan_no, reverses_entry_no) WHERE reverses_entry_no IS NOT NULL;

-- What days bring, against income: one row a loan and day, so that no day is booked twice. A row of
-- nothing says that the days were looked at.
CREATE TABLE ledger_days (
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  business_date date NOT NULL,
  fee_fen bigint NOT NULL,
  penalty_fen bigint NOT NULL,
  interest_fen bigint NOT NULL,
  PRIMARY KEY (customer_no, loan_no, business_date)
);

-- What a loan owes by the ledger. Only the triggers below write it. Interest is below zero where a
-- coupon gave some up before it was earned; nothing else may ever be.
CREATE TABLE loan_balances (
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  fee_fen bigint NOT NULL,
  penalty_fen bigint NOT NULL,
  interest_fen bigint NOT NULL,
  principal_fen bigint NOT NULL,
  -- The last day in ledger_days; null while there is none.
  accrued_until date,
  -- Never set. PostgreSQL lets nobody lock a row of which they may not change anything.
  taken boolean,
  PRIMARY KEY (customer_no, loan_no),
  CONSTRAINT loan_balances_not_negative CHECK (least(principal_fen, penalty_fen, fee_fen) >= 0)
-- Each day rewrites every row within one transaction: a page with room for as many rows again keeps
-- them where they are, and no index has to follow.
) WITH (fillfactor = 50);

-- Names are written out, so that no search path of a caller can lead this elsewhere.
CREATE FUNCTION keep_balance_of_move() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
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
CREATE TRIGGER keep_balance AFTER INSERT ON ledger_moves
  FOR EACH ROW EXECUTE FUNCTION keep_balance_of_move();

-- The same for the ten thousand rows of a slice. A plan is kept with its connection: bounded by the
-- first and the last customer, it never reads the whole table.
CREATE FUNCTION keep_balances_of_days() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  first_customer text;
  last_customer text;
BEGIN
  SELECT min(customer_no), max(customer_no) INTO first_customer, last_customer FROM inserted;
  WITH updated AS (
    UPDATE public.loan_balances AS kept
       SET fee_fen = kept.fee_fen + booked.fee_fen,
           penalty_fen = kept.penalty_fen + booked.penalty_fen,
           interest_fen = kept.interest_fen + booked.interest_fen,
           accrued_until = booked.business_date
      FROM inserted AS booked
     WHERE kept.customer_no = booked.customer_no AND kept.loan_no = booked.loan_no
       AND kept.customer_no BETWEEN first_customer AND last_customer
    RETURNING kept.customer_no, kept.loan_no
  )
  INSERT INTO public.loan_balances
         (customer_no, loan_no, fee_fen, penalty_fen, interest_fen, principal_fen, accrued_until)
  SELECT customer_no, loan_no, fee_fen, penalty_fen, interest_fen, 0, business_date
    FROM inserted AS booked
   WHERE NOT EXISTS (SELECT FROM updated
                      WHERE updated.customer_no = booked.customer_no
                        AND updated.loan_no = booked.loan_no);
  RETURN NULL;
END
$$;
CREATE TRIGGER keep_balances AFTER INSERT ON ledger_days
  REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION keep_balances_of_days();

-- Old loans close against a new one: what leaves them has arrived there when the transaction ends.
CREATE FUNCTION check_conversion() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF (SELECT sum(fee_fen + penalty_fen + interest_fen + principal_fen)
        FROM public.ledger_moves
       WHERE customer_no = NEW.customer_no AND transaction_no = NEW.transaction_no
         AND against = 'conversion') <> 0 THEN
    RAISE EXCEPTION 'what is converted leaves one loan and arrives at another'
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER check_conversion AFTER INSERT ON ledger_moves
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.against = 'conversion') EXECUTE FUNCTION check_conversion();

CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON ledger_moves
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON ledger_moves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON ledger_days
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON ledger_days
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON ledger_moves, ledger_days FROM qingzhou_app;
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON loan_balances FROM qingzhou_app;
GRANT UPDATE (taken) ON loan_balances TO qingzhou_app;

-- The ledger as books are read: one line a debit and its credit. Days have no number of their own.
CREATE VIEW ledger_entries AS
  SELECT customer_no, loan_no, entry_no, transaction_no, event, business_date,
         CASE WHEN amount_fen > 0 THEN account ELSE counter END AS debit_account,
         CASE WHEN amount_fen > 0 THEN counter ELSE account END AS credit_account,
         abs(amount_fen) AS amount_fen, reverses_entry_no
    FROM (SELECT customer_no, loan_no, entry_no, transaction_no, event, business_date, against,
                 fee_fen, penalty_fen, interest_fen, principal_fen, refunds_payable_fen, bank_fen,
                 reverses_entry_no
            FROM ledger_moves
           UNION ALL
          SELECT customer_no, loan_no, NULL, 'day-' || business_date, 'accrual', business_date,
                 'income', fee_fen, penalty_fen, interest_fen, 0, 0, 0, NULL
            FROM ledger_days) AS row
   CROSS JOIN LATERAL (VALUES
     ('fee', CASE against WHEN 'income' THEN 'fee-income' ELSE against END, fee_fen),
     ('penalty', CASE against WHEN 'income' THEN 'penalty-income' ELSE against END, penalty_fen),
     ('interest', CASE against WHEN 'income' THEN 'interest-income' ELSE against END, interest_fen),
     ('principal', against, principal_fen),
     ('refunds-payable', against, refunds_payable_fen),
     ('bank', against, bank_fen)
   ) AS move (account, counter, amount_fen)
   WHERE amount_fen <> 0;

CREATE VIEW general_ledger AS
  SELECT account, sum(amount_fen)::bigint AS balance_fen
    FROM (SELECT debit_account AS account, amount_fen FROM ledger_entries
          UNION ALL
          SELECT credit_account, -amount_fen FROM ledger_entries) AS moves
   GROUP BY account;

DROP DOMAIN ledger_account;
