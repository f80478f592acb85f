-- The ledger, the audit log and the end of day. Amounts are in fen.
--
-- Foreign keys: end_of_day_slices references end_of_day_runs. The ledger and balances have none:
-- they are written in one statement with their loan, by the thousand at the end of day, and they stay when
-- the rest of a customer is erased.

-- Ledger ---------------------------------------------------------------------------------------------------

-- A row moves amounts between the accounts of a loan and one other account. The columns are debits where they
-- are above zero, and their sum is credited to the account `against`, so every row balances by construction.
-- Against income, each part has its own income account.
CREATE TABLE ledger_postings (
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
CREATE FUNCTION is_posting_sound(
  against text, principal_fen bigint, interest_fen bigint, penalty_fen bigint, fee_fen bigint,
  bank_fen bigint, refunds_payable_fen bigint)
RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN against IN ('clearing', 'income', 'conversion', 'waived', 'coupon-cost')
    AND (principal_fen <> 0 OR interest_fen <> 0 OR penalty_fen <> 0
         OR fee_fen <> 0 OR bank_fen <> 0 OR refunds_payable_fen <> 0)
    -- Money at the bank and money to be sent back come and go through clearing only.
    AND (against = 'clearing' OR (bank_fen = 0 AND refunds_payable_fen = 0));
END
$$;
ALTER TABLE ledger_postings ADD CONSTRAINT ledger_postings_sound CHECK (is_posting_sound(
  against, principal_fen, interest_fen, penalty_fen, fee_fen, bank_fen, refunds_payable_fen));
CREATE UNIQUE INDEX ledger_postings_reversed_once
  ON ledger_postings (customer_no, loan_no, reverses_entry_no) WHERE reverses_entry_no IS NOT NULL;
REVOKE UPDATE, DELETE, TRUNCATE ON ledger_postings FROM qingzhou_app;

-- Daily accruals against income: one row per loan and day, so that no day is booked twice. A row of zeros says
-- that the day was processed.
CREATE TABLE ledger_accruals (
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  business_date date NOT NULL,
  fee_fen bigint NOT NULL,
  penalty_fen bigint NOT NULL,
  interest_fen bigint NOT NULL,
  PRIMARY KEY (customer_no, loan_no, business_date)
);
REVOKE UPDATE, DELETE, TRUNCATE ON ledger_accruals FROM qingzhou_app;

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
  -- The last day in ledger_accruals; null while there is none.
  accrued_until date,
  -- Never set. The right to update it lets the server lock the row.
  row_lock boolean,
  PRIMARY KEY (customer_no, loan_no)
) WITH (fillfactor = 50);
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON loan_balances FROM qingzhou_app;
GRANT UPDATE (row_lock) ON loan_balances TO qingzhou_app;

-- The amount that a conversion has taken from old loans and not yet put into a new one. It has its own table
-- because the condition of a trigger on ledger_postings would be evaluated for every row.
CREATE TABLE conversion_balances (
  customer_no text NOT NULL,
  transaction_no text NOT NULL,
  open_fen bigint NOT NULL,
  PRIMARY KEY (customer_no, transaction_no)
);
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON conversion_balances FROM qingzhou_app;

-- Old loans are closed against a new one: what leaves them has arrived there at the end of the transaction.
CREATE FUNCTION check_conversion() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF (SELECT open_fen FROM public.conversion_balances
       WHERE customer_no = NEW.customer_no AND transaction_no = NEW.transaction_no) <> 0 THEN
    RAISE EXCEPTION 'what is converted leaves one loan and arrives at another'
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER check_conversion AFTER INSERT OR UPDATE ON conversion_balances
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION check_conversion();

-- The shard of another table with the rows of the same customers, for triggers on shards.
CREATE FUNCTION shard_beside(shard text, other text) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  found bigint;
BEGIN
  SELECT theirs.shardid INTO STRICT found
    FROM pg_dist_shard AS ours
    JOIN pg_dist_shard AS theirs ON theirs.shardminvalue = ours.shardminvalue
   WHERE ours.shardid = substring(shard FROM '[0-9]+$')::bigint
     AND theirs.logicalrelid = ('public.' || other)::regclass;
  RETURN format('public.%I', other || '_' || found);
END
$$;

-- The shard of a table with the rows of a customer.
CREATE FUNCTION shard_of_customer(name text, customer text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN format('public.%I', name || '_' ||
    pg_catalog.get_shard_id_for_distribution_column(('public.' || name)::regclass, customer));
END
$$;

-- Names are schema-qualified, so that the search path of a caller cannot redirect them. On a shard the statements
-- go to the shards beside it, without the planner of the cluster: Citus has the shard of a customer in memory.
CREATE FUNCTION post_to_balance() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  balances text;
  updated bigint;
BEGIN
  IF TG_TABLE_NAME <> 'ledger_postings' THEN
    PERFORM set_config('citus.enable_manual_changes_to_shards', 'on', true);
    IF NEW.against = 'conversion' THEN
      EXECUTE format($sql$
        INSERT INTO %s AS balance (customer_no, transaction_no, open_fen) VALUES ($1, $2, $3)
        ON CONFLICT (customer_no, transaction_no) DO UPDATE SET open_fen = balance.open_fen + excluded.open_fen
      $sql$, public.shard_of_customer('conversion_balances', NEW.customer_no))
      USING NEW.customer_no, NEW.transaction_no,
            NEW.fee_fen + NEW.penalty_fen + NEW.interest_fen + NEW.principal_fen;
    END IF;
    IF NEW.principal_fen = 0 AND NEW.interest_fen = 0 AND NEW.penalty_fen = 0 AND NEW.fee_fen = 0 THEN
      RETURN NULL;
    END IF;
    balances := public.shard_of_customer('loan_balances', NEW.customer_no);
    IF NEW.principal_fen <= 0 THEN
      EXECUTE format($sql$
        UPDATE %s AS balance
           SET fee_fen = balance.fee_fen + $3, penalty_fen = balance.penalty_fen + $4,
               interest_fen = balance.interest_fen + $5, principal_fen = balance.principal_fen + $6
         WHERE balance.customer_no = $1 AND balance.loan_no = $2
      $sql$, balances)
      USING NEW.customer_no, NEW.loan_no, NEW.fee_fen, NEW.penalty_fen, NEW.interest_fen, NEW.principal_fen;
      GET DIAGNOSTICS updated = ROW_COUNT;
      IF updated > 0 THEN
        RETURN NULL;
      END IF;
    END IF;
    EXECUTE format($sql$
      INSERT INTO %s AS balance (customer_no, loan_no, fee_fen, penalty_fen, interest_fen, principal_fen)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (customer_no, loan_no) DO UPDATE
         SET fee_fen = balance.fee_fen + excluded.fee_fen, penalty_fen = balance.penalty_fen + excluded.penalty_fen,
             interest_fen = balance.interest_fen + excluded.interest_fen,
             principal_fen = balance.principal_fen + excluded.principal_fen
    $sql$, balances)
    USING NEW.customer_no, NEW.loan_no, NEW.fee_fen, NEW.penalty_fen, NEW.interest_fen, NEW.principal_fen;
    RETURN NULL;
  END IF;
  IF NEW.against = 'conversion' THEN
    INSERT INTO public.conversion_balances AS balance (customer_no, transaction_no, open_fen)
    VALUES (NEW.customer_no, NEW.transaction_no,
            NEW.fee_fen + NEW.penalty_fen + NEW.interest_fen + NEW.principal_fen)
    ON CONFLICT (customer_no, transaction_no) DO UPDATE
       SET open_fen = balance.open_fen + excluded.open_fen;
  END IF;
  IF NEW.principal_fen <= 0 THEN
    -- Money that comes or goes without touching a loan.
    IF NEW.principal_fen = 0 AND NEW.interest_fen = 0 AND NEW.penalty_fen = 0 AND NEW.fee_fen = 0 THEN
      RETURN NULL;
    END IF;
    UPDATE public.loan_balances AS balance
       SET fee_fen = balance.fee_fen + NEW.fee_fen,
           penalty_fen = balance.penalty_fen + NEW.penalty_fen,
           interest_fen = balance.interest_fen + NEW.interest_fen,
           principal_fen = balance.principal_fen + NEW.principal_fen
     WHERE balance.customer_no = NEW.customer_no AND balance.loan_no = NEW.loan_no;
    IF FOUND THEN
      RETURN NULL;
    END IF;
  END IF;
  -- Principal comes with a new loan, and comes back when a payment is taken back.
  INSERT INTO public.loan_balances AS balance
         (customer_no, loan_no, fee_fen, penalty_fen, interest_fen, principal_fen)
  VALUES (NEW.customer_no, NEW.loan_no, NEW.fee_fen, NEW.penalty_fen, NEW.interest_fen,
          NEW.principal_fen)
  ON CONFLICT (customer_no, loan_no) DO UPDATE
     SET fee_fen = balance.fee_fen + excluded.fee_fen,
         penalty_fen = balance.penalty_fen + excluded.penalty_fen,
         interest_fen = balance.interest_fen + excluded.interest_fen,
         principal_fen = balance.principal_fen + excluded.principal_fen;
  RETURN NULL;
END
$$;
CREATE TRIGGER post_to_balance AFTER INSERT ON ledger_postings
  FOR EACH ROW EXECUTE FUNCTION post_to_balance();
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON ledger_postings
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The same for the ten thousand rows of a slice. A connection keeps its first plan: bounded by the first and
-- the last customer, it never reads the whole table. The rows without a balance are searched for only if the update
-- has missed one.
CREATE FUNCTION accrue_balances() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  first_customer text;
  last_customer text;
  days bigint;
  updated bigint;
BEGIN
  IF TG_TABLE_NAME <> 'ledger_accruals' THEN
    PERFORM set_config('citus.enable_manual_changes_to_shards', 'on', true);
    EXECUTE format($sql$
      INSERT INTO %s AS balance
             (customer_no, loan_no, fee_fen, penalty_fen, interest_fen, principal_fen, accrued_until)
      SELECT customer_no, loan_no, fee_fen, penalty_fen, interest_fen, 0, business_date FROM inserted
      ON CONFLICT (customer_no, loan_no) DO UPDATE
         SET fee_fen = balance.fee_fen + excluded.fee_fen,
             penalty_fen = balance.penalty_fen + excluded.penalty_fen,
             interest_fen = balance.interest_fen + excluded.interest_fen,
             accrued_until = excluded.accrued_until
    $sql$, public.shard_beside(TG_TABLE_NAME, 'loan_balances'));
    RETURN NULL;
  END IF;
  SELECT min(customer_no), max(customer_no), count(*) INTO first_customer, last_customer, days FROM inserted;
  UPDATE public.loan_balances AS balance
     SET fee_fen = balance.fee_fen + booked.fee_fen,
         penalty_fen = balance.penalty_fen + booked.penalty_fen,
         interest_fen = balance.interest_fen + booked.interest_fen,
         accrued_until = booked.business_date
    FROM inserted AS booked
   WHERE balance.customer_no = booked.customer_no AND balance.loan_no = booked.loan_no
     AND balance.customer_no BETWEEN first_customer AND last_customer;
  GET DIAGNOSTICS updated = ROW_COUNT;
  IF updated = days THEN
    RETURN NULL;
  END IF;
  INSERT INTO public.loan_balances
         (customer_no, loan_no, fee_fen, penalty_fen, interest_fen, principal_fen, accrued_until)
  SELECT customer_no, loan_no, fee_fen, penalty_fen, interest_fen, 0, business_date
    FROM inserted AS booked
   WHERE NOT EXISTS (SELECT FROM public.loan_balances AS balance
                      WHERE balance.customer_no = booked.customer_no AND balance.loan_no = booked.loan_no);
  RETURN NULL;
END
$$;
CREATE TRIGGER accrue_balances AFTER INSERT ON ledger_accruals
  REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION accrue_balances();
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON ledger_accruals
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON ledger_accruals
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
            FROM ledger_postings
           UNION ALL
          SELECT customer_no, loan_no, NULL, 'day-' || business_date, 'accrual', business_date,
                 'income', fee_fen, penalty_fen, interest_fen, 0, 0, 0, NULL
            FROM ledger_accruals) AS row
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
  request text NOT NULL,
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
CREATE VIEW audit_log_faults AS
  SELECT customer_no, audit_no
    FROM (SELECT *, lag(hash, 1, ''::bytea) OVER (PARTITION BY customer_no ORDER BY audit_no) AS hash_before
            FROM audit_log) AS entry
   WHERE previous_hash <> hash_before
      OR hash <> sha256(previous_hash || convert_to(concat_ws(E'\n',
           audit_no, customer_no, act, request_no, to_char(business_date, 'YYYY-MM-DD'),
           (extract(epoch FROM done_at) * 1000)::bigint, request, answer, actor), 'UTF8'))
   UNION ALL
  SELECT head.customer_no, head.audit_no
    FROM limits AS head
    LEFT JOIN audit_log AS last ON last.customer_no = head.customer_no AND last.audit_no = head.audit_no
   WHERE head.audit_no > 0 AND last.hash IS DISTINCT FROM head.audit_hash;

-- End of day -----------------------------------------------------------------------------------------------

CREATE TABLE end_of_day_runs (
  business_date date PRIMARY KEY,
  started_at timestamptz NOT NULL,
  -- Set when every slice is done; only then may the next day begin.
  finished_at timestamptz
);
COMMENT ON TABLE end_of_day_runs IS 'reference: one row a business day of the whole system';
CREATE INDEX end_of_day_runs_started_at ON end_of_day_runs (started_at);

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

-- The moment of a business act as it is shown and printed. While a test clock holds the business date ahead of
-- the calendar, it is moved forward by the days between them at that moment; otherwise it is the moment itself.
-- Stored moments stay those of the real clock, because limits in time are counted with them.
CREATE FUNCTION business_moment(moment timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT moment + interval '24 hours' * greatest(0, coalesce(
    (SELECT business_date FROM end_of_day_runs WHERE started_at <= moment ORDER BY started_at DESC LIMIT 1)
      - (moment AT TIME ZONE 'Asia/Shanghai')::date, 0))
$$;
