-- The balance of a move on a shard, with less work: Citus has the shard of a customer in memory, so its catalogue need
-- not be joined, and a new loan needs no search for a balance that is not there yet.

-- The shard of a table with the rows of a customer.
CREATE FUNCTION shard_of_customer(name text, customer text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN format('public.%I', name || '_' ||
    pg_catalog.get_shard_id_for_distribution_column(('public.' || name)::regclass, customer));
END
$$;

CREATE OR REPLACE FUNCTION keep_balance_of_move() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  balances text;
  updated bigint;
BEGIN
  IF TG_TABLE_NAME <> 'ledger_moves' THEN
    PERFORM set_config('citus.enable_manual_changes_to_shards', 'on', true);
    IF NEW.against = 'conversion' THEN
      EXECUTE format($sql$
        INSERT INTO %s AS kept (customer_no, transaction_no, open_fen) VALUES ($1, $2, $3)
        ON CONFLICT (customer_no, transaction_no) DO UPDATE SET open_fen = kept.open_fen + excluded.open_fen
      $sql$, public.shard_of_customer('conversions', NEW.customer_no))
      USING NEW.customer_no, NEW.transaction_no,
            NEW.fee_fen + NEW.penalty_fen + NEW.interest_fen + NEW.principal_fen;
    END IF;
    IF NEW.principal_fen = 0 AND NEW.interest_fen = 0 AND NEW.penalty_fen = 0 AND NEW.fee_fen = 0 THEN
      RETURN NULL;
    END IF;
    balances := public.shard_of_customer('loan_balances', NEW.customer_no);
    IF NEW.principal_fen <= 0 THEN
      EXECUTE format($sql$
        UPDATE %s AS kept
           SET fee_fen = kept.fee_fen + $3, penalty_fen = kept.penalty_fen + $4,
               interest_fen = kept.interest_fen + $5, principal_fen = kept.principal_fen + $6
         WHERE kept.customer_no = $1 AND kept.loan_no = $2
      $sql$, balances)
      USING NEW.customer_no, NEW.loan_no, NEW.fee_fen, NEW.penalty_fen, NEW.interest_fen, NEW.principal_fen;
      GET DIAGNOSTICS updated = ROW_COUNT;
      IF updated > 0 THEN
        RETURN NULL;
      END IF;
    END IF;
    EXECUTE format($sql$
      INSERT INTO %s AS kept (customer_no, loan_no, fee_fen, penalty_fen, interest_fen, principal_fen)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (customer_no, loan_no) DO UPDATE
         SET fee_fen = kept.fee_fen + excluded.fee_fen, penalty_fen = kept.penalty_fen + excluded.penalty_fen,
             interest_fen = kept.interest_fen + excluded.interest_fen,
             principal_fen = kept.principal_fen + excluded.principal_fen
    $sql$, balances)
    USING NEW.customer_no, NEW.loan_no, NEW.fee_fen, NEW.penalty_fen, NEW.interest_fen, NEW.principal_fen;
    RETURN NULL;
  END IF;
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
