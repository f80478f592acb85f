-- The same rule as before, for one row as for the ten thousand of a slice. A plan is kept with its
-- connection: bounded by the first and the last customer, none of them ever reads the whole table.
CREATE OR REPLACE FUNCTION keep_loan_balances() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  first_customer text;
  last_customer text;
BEGIN
  -- Old loans close against a new one: what leaves them arrives there, within the transaction.
  IF EXISTS (
    SELECT FROM inserted
     WHERE 'conversion' IN (debit_account, credit_account)
     GROUP BY customer_no, transaction_no
    HAVING sum(CASE WHEN debit_account = 'conversion' THEN amount_fen ELSE -amount_fen END) <> 0
  ) THEN
    RAISE EXCEPTION 'what is converted leaves one loan and arrives at another'
      USING ERRCODE = 'check_violation';
  END IF;

  SELECT min(customer_no), max(customer_no) INTO first_customer, last_customer FROM inserted;
  WITH sums AS (
    SELECT customer_no, loan_no,
           sum(CASE 'principal' WHEN debit_account THEN amount_fen
                                WHEN credit_account THEN -amount_fen ELSE 0 END)::bigint AS principal_fen,
           sum(CASE 'interest' WHEN debit_account THEN amount_fen
                               WHEN credit_account THEN -amount_fen ELSE 0 END)::bigint AS interest_fen,
           sum(CASE 'penalty' WHEN debit_account THEN amount_fen
                              WHEN credit_account THEN -amount_fen ELSE 0 END)::bigint AS penalty_fen,
           sum(CASE 'fee' WHEN debit_account THEN amount_fen
                          WHEN credit_account THEN -amount_fen ELSE 0 END)::bigint AS fee_fen
      FROM inserted
     WHERE debit_account IN ('principal', 'interest', 'penalty', 'fee')
        OR credit_account IN ('principal', 'interest', 'penalty', 'fee')
     GROUP BY customer_no, loan_no
  ), updated AS (
    UPDATE loan_balances AS kept SET
           principal_fen = kept.principal_fen + sums.principal_fen,
           interest_fen = kept.interest_fen + sums.interest_fen,
           penalty_fen = kept.penalty_fen + sums.penalty_fen,
           fee_fen = kept.fee_fen + sums.fee_fen
      FROM sums
     WHERE kept.customer_no = sums.customer_no AND kept.loan_no = sums.loan_no
       AND kept.customer_no BETWEEN first_customer AND last_customer
    RETURNING kept.customer_no, kept.loan_no
  )
  INSERT INTO loan_balances (customer_no, loan_no, principal_fen, interest_fen, penalty_fen, fee_fen)
  SELECT customer_no, loan_no, principal_fen, interest_fen, penalty_fen, fee_fen
    FROM sums
   WHERE NOT EXISTS (SELECT FROM updated
                      WHERE updated.customer_no = sums.customer_no
                        AND updated.loan_no = sums.loan_no);
  RETURN NULL;
END
$$;
