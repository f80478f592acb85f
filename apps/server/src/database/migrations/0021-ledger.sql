-- Receivables belong to a loan; the others are totals of the whole lender and have no row of their
-- own that every loan would have to wait for: they are summed when somebody asks.
CREATE DOMAIN ledger_account AS text CHECK (VALUE IN (
  'principal', 'interest', 'penalty', 'fee',
  'bank', 'clearing', 'conversion',
  'interest-income', 'penalty-income', 'fee-income',
  'waived', 'coupon-cost', 'refunds-payable'
));

-- One row moves one amount from the account it credits to the account it debits, so a row that does
-- not sum to zero cannot be written. The rows of one step share a transaction_no.
CREATE TABLE ledger_entries (
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  entry_no bigint GENERATED ALWAYS AS IDENTITY,
  transaction_no text NOT NULL,
  event text NOT NULL,
  business_date date NOT NULL,
  debit_account ledger_account NOT NULL,
  credit_account ledger_account NOT NULL,
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  -- A correction names the entry that it takes back.
  reverses_entry_no bigint,
  CHECK (debit_account <> credit_account),
  PRIMARY KEY (customer_no, loan_no, entry_no)
);
CREATE UNIQUE INDEX ledger_entries_reversed_once
  ON ledger_entries (customer_no, loan_no, reverses_entry_no) WHERE reverses_entry_no IS NOT NULL;

-- What a loan owes by the ledger. Only the trigger below writes it. Interest is below zero where a
-- coupon gave some up before it was earned; nothing else may ever be.
CREATE TABLE loan_balances (
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  principal_fen bigint NOT NULL CHECK (principal_fen >= 0),
  interest_fen bigint NOT NULL,
  penalty_fen bigint NOT NULL CHECK (penalty_fen >= 0),
  fee_fen bigint NOT NULL CHECK (fee_fen >= 0),
  PRIMARY KEY (customer_no, loan_no)
) WITH (fillfactor = 70);

CREATE FUNCTION keep_loan_balances() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
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

  WITH moves AS (
    SELECT customer_no, loan_no, debit_account::text AS account, amount_fen FROM inserted
    UNION ALL
    SELECT customer_no, loan_no, credit_account::text, -amount_fen FROM inserted
  ), sums AS (
    SELECT customer_no, loan_no,
           (sum(amount_fen) FILTER (WHERE account = 'principal'))::bigint AS principal_fen,
           (sum(amount_fen) FILTER (WHERE account = 'interest'))::bigint AS interest_fen,
           (sum(amount_fen) FILTER (WHERE account = 'penalty'))::bigint AS penalty_fen,
           (sum(amount_fen) FILTER (WHERE account = 'fee'))::bigint AS fee_fen
      FROM moves
     WHERE account IN ('principal', 'interest', 'penalty', 'fee')
     GROUP BY customer_no, loan_no
  ), updated AS (
    UPDATE loan_balances AS kept SET
           principal_fen = kept.principal_fen + coalesce(sums.principal_fen, 0),
           interest_fen = kept.interest_fen + coalesce(sums.interest_fen, 0),
           penalty_fen = kept.penalty_fen + coalesce(sums.penalty_fen, 0),
           fee_fen = kept.fee_fen + coalesce(sums.fee_fen, 0)
      FROM sums
     WHERE kept.customer_no = sums.customer_no AND kept.loan_no = sums.loan_no
    RETURNING kept.customer_no, kept.loan_no
  )
  INSERT INTO loan_balances (customer_no, loan_no, principal_fen, interest_fen, penalty_fen, fee_fen)
  SELECT customer_no, loan_no, coalesce(principal_fen, 0), coalesce(interest_fen, 0),
         coalesce(penalty_fen, 0), coalesce(fee_fen, 0)
    FROM sums
   WHERE NOT EXISTS (SELECT FROM updated
                      WHERE updated.customer_no = sums.customer_no
                        AND updated.loan_no = sums.loan_no);
  RETURN NULL;
END
$$;

CREATE TRIGGER keep_loan_balances AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION keep_loan_balances();

CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON ledger_entries FROM qingzhou_app;
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON loan_balances FROM qingzhou_app;

CREATE VIEW general_ledger AS
  SELECT account, sum(amount_fen)::bigint AS balance_fen
    FROM (SELECT debit_account::text AS account, amount_fen FROM ledger_entries
          UNION ALL
          SELECT credit_account::text, -amount_fen FROM ledger_entries) AS moves
   GROUP BY account;
