-- The ledger, the audit log, transfers and the end of day. Amounts are in fen.
--
-- Foreign keys: end_of_day_slices references end_of_day_runs. The ledger, balances and transfers have none:
-- they are written in one statement with their loan, by the thousand at the end of day, and they stay when
-- the rest of a customer is erased.

-- Ledger ---------------------------------------------------------------------------------------------------

-- A row moves amounts between the accounts of a loan and one other account. The columns are debits where they
-- are above zero, and their sum is credited to the account `against`, so every row balances by construction.
-- Against income, each part has its own income account.
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
  -- The entry that a correction reverses.
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
REVOKE UPDATE, DELETE, TRUNCATE ON ledger_moves FROM qingzhou_app;

-- Daily accruals against income: one row per loan and day, so that no day is booked twice. A row of zeros says
-- that the day was processed.
CREATE TABLE ledger_days (
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  business_date date NOT NULL,
  fee_fen bigint NOT NULL,
  penalty_fen bigint NOT NULL,
  interest_fen bigint NOT NULL,
  PRIMARY KEY (customer_no, loan_no, business_date)
);
REVOKE UPDATE, DELETE, TRUNCATE ON ledger_days FROM qingzhou_app;

-- A domain is parsed once per connection, a check of a table with every statement.
CREATE DOMAIN fen_owed AS bigint CONSTRAINT loan_balances_not_negative CHECK (VALUE >= 0);

-- What a loan owes according to the ledger. Only the triggers below write it. Interest is below zero where a
-- coupon waived some before it accrued; no other part may be negative.
-- The end of day updates every row in one transaction: with half of a page free the new versions stay on the
-- same page, and no index has to change.
CREATE TABLE loan_balances (
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  fee_fen fen_owed NOT NULL,
  penalty_fen fen_owed NOT NULL,
  interest_fen bigint NOT NULL,
  principal_fen fen_owed NOT NULL,
  -- The last day in ledger_days; null while there is none.
  accrued_until date,
  -- Never set. The right to update it lets the server lock the row.
  taken boolean,
  PRIMARY KEY (customer_no, loan_no)
) WITH (fillfactor = 50);
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON loan_balances FROM qingzhou_app;
GRANT UPDATE (taken) ON loan_balances TO qingzhou_app;

-- The amount that a conversion has taken from old loans and not yet put into a new one. It has its own table
-- because the condition of a trigger on ledger_moves would be evaluated for every row.
CREATE TABLE conversions (
  customer_no text NOT NULL,
  transaction_no text NOT NULL,
  open_fen bigint NOT NULL,
  PRIMARY KEY (customer_no, transaction_no)
);
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON conversions FROM qingzhou_app;

-- Old loans are closed against a new one: what leaves them has arrived there at the end of the transaction.
CREATE FUNCTION check_conversion() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
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

-- Names are schema-qualified, so that the search path of a caller cannot redirect them.
CREATE FUNCTION keep_balance_of_move() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
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
CREATE TRIGGER keep_balance AFTER INSERT ON ledger_moves
  FOR EACH ROW EXECUTE FUNCTION keep_balance_of_move();
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON ledger_moves
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON ledger_moves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The same for the ten thousand rows of a slice. A connection keeps its first plan: bounded by the first and
-- the last customer, it never reads the whole table.
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
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON ledger_days
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON ledger_days
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The ledger as books are read: one line per debit and credit. Daily accruals have no entry number.
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

-- Audit ----------------------------------------------------------------------------------------------------

-- Every operation on a customer's money: who requested what under which number, and the answer. The same number
-- finds its answer here. Each row holds the hash of the row before it, and the newest hash is in the row of
-- the limit, so a row that is changed, removed or inserted later breaks the chain.
CREATE TABLE audit_log (
  customer_no text NOT NULL,
  request_no text NOT NULL,
  audit_no bigint NOT NULL,
  act text NOT NULL,
  actor text NOT NULL,
  business_date date NOT NULL,
  done_at timestamptz NOT NULL,
  -- JSON exactly as hashed.
  asked text NOT NULL,
  answer text NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (customer_no, request_no)
);
REVOKE UPDATE, DELETE, TRUNCATE ON audit_log FROM qingzhou_app;
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Rows whose hash does not match their content, and chains that miss a row. The actor is hashed last: no
-- field before it can contain a line break.
CREATE VIEW broken_audit AS
  SELECT customer_no, audit_no
    FROM (SELECT *, lag(hash, 1, ''::bytea) OVER (PARTITION BY customer_no ORDER BY audit_no) AS hash_before
            FROM audit_log) AS entry
   WHERE previous_hash <> hash_before
      OR hash <> sha256(previous_hash || convert_to(concat_ws(E'\n',
           audit_no, customer_no, act, request_no, to_char(business_date, 'YYYY-MM-DD'),
           (extract(epoch FROM done_at) * 1000)::bigint, asked, answer, actor), 'UTF8'))
   UNION ALL
  SELECT head.customer_no, head.audit_no
    FROM limits AS head
    LEFT JOIN audit_log AS last ON last.customer_no = head.customer_no AND last.audit_no = head.audit_no
   WHERE head.audit_no > 0 AND last.hash IS DISTINCT FROM head.audit_hash;

-- Transfers ------------------------------------------------------------------------------------------------

-- Transfers that the bank has confirmed: each leaves payment clearing once.
CREATE TABLE bank_transfers (
  customer_no text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('payout', 'collection', 'refund', 'return')),
  -- The number of the loan, payment or refund that it carried out.
  transfer_no text NOT NULL,
  loan_no text NOT NULL,
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  confirmed_on date NOT NULL,
  PRIMARY KEY (customer_no, kind, transfer_no)
);
REVOKE UPDATE, DELETE ON bank_transfers FROM qingzhou_app;

-- Transfers that the providers reported as done, with their own date. Their day files are compared with it.
CREATE TABLE moved_transfers (
  customer_no text NOT NULL,
  order_no text NOT NULL,
  provider text NOT NULL CHECK (provider IN ('bank', 'wallet', 'messenger')),
  kind text NOT NULL CHECK (kind IN ('payout', 'debit', 'refund', 'return')),
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  moved_on date NOT NULL,
  PRIMARY KEY (customer_no, order_no)
);
CREATE INDEX moved_transfers_of_day ON moved_transfers (moved_on, provider);
REVOKE UPDATE, DELETE ON moved_transfers FROM qingzhou_app;

-- Differences between a provider's day file and our books. A difference stays listed after it is settled.
CREATE TABLE transfer_differences (
  provider text NOT NULL CHECK (provider IN ('bank', 'wallet', 'messenger')),
  moved_on date NOT NULL,
  order_no text NOT NULL,
  finding text NOT NULL CHECK (finding IN ('missing-with-us', 'missing-with-them', 'other-amount')),
  kind text NOT NULL CHECK (kind IN ('payout', 'debit', 'refund', 'return')),
  ours_fen bigint,
  theirs_fen bigint,
  found_at timestamptz NOT NULL,
  -- A later comparison no longer found it.
  settled_at timestamptz,
  PRIMARY KEY (provider, moved_on, order_no)
);
COMMENT ON TABLE transfer_differences IS 'reference: what day files and books do not agree on';
CREATE INDEX transfer_differences_open ON transfer_differences (moved_on) WHERE settled_at IS NULL;
REVOKE DELETE ON transfer_differences FROM qingzhou_app;

-- The days that were compared, and when last.
CREATE TABLE reconciled_days (
  moved_on date PRIMARY KEY,
  compared_at timestamptz NOT NULL,
  transfers integer NOT NULL
);
COMMENT ON TABLE reconciled_days IS 'reference: days held against the day files';

-- End of day -----------------------------------------------------------------------------------------------

CREATE TABLE end_of_day_runs (
  business_date date PRIMARY KEY,
  started_at timestamptz NOT NULL,
  -- Set when every slice is done; only then may the next day begin.
  finished_at timestamptz
);
COMMENT ON TABLE end_of_day_runs IS 'reference: one row a business day of the whole system';

-- What one worker takes at a time: the loans of a range of customers. The work and its mark are one
-- transaction, so a slice is either done or not.
CREATE TABLE end_of_day_slices (
  business_date date NOT NULL REFERENCES end_of_day_runs,
  slice_no integer NOT NULL,
  customer_from text NOT NULL,
  -- The first customer of the next slice; null in the last slice.
  customer_until text,
  loans integer NOT NULL DEFAULT 0,
  entries integer NOT NULL DEFAULT 0,
  done_at timestamptz,
  PRIMARY KEY (business_date, slice_no)
);
COMMENT ON TABLE end_of_day_slices IS 'reference: the shares of a day''s work, for the workers';

-- Loans that could not be brought up to the day. Every later run tries them again.
CREATE TABLE end_of_day_failures (
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  -- The day of the last attempt.
  business_date date NOT NULL,
  reason text NOT NULL,
  failed_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, loan_no)
);

-- Days up to a date that are in leap years, counted from a fixed start: only differences have a meaning.
CREATE FUNCTION leap_days_until(day date) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 366 * ((year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400)
         + CASE WHEN year % 4 = 0 AND (year % 100 <> 0 OR year % 400 = 0)
                THEN extract(doy FROM day)::integer ELSE 0 END
    FROM (SELECT extract(year FROM day)::integer AS year) AS of_day
$$;
