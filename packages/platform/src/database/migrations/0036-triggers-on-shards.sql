-- The triggers also run on the shards of a distributed table. A shard has the name of its table with a number,
-- and it is hidden in pg_class, so that owner and name are taken from elsewhere.

-- The name of a table without the number of a shard, for messages.
CREATE FUNCTION table_of_shard(name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(name, '_[0-9]{6,}$', '')
$$;

CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', public.table_of_shard(TG_TABLE_NAME)
    USING ERRCODE = 'insufficient_privilege';
END
$$;

-- Whether the current login owns the schema: it then owns this function.
CREATE FUNCTION owns_schema() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT pg_has_role(current_user, (SELECT proowner FROM pg_proc WHERE oid = to_regproc('public.owns_schema')), 'USAGE')
$$;

CREATE OR REPLACE FUNCTION refuse_change_except_resealing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - TG_ARGV[0] = to_jsonb(OLD) - TG_ARGV[0]
     AND (to_jsonb(NEW) ->> TG_ARGV[0] IS NULL) = (to_jsonb(OLD) ->> TG_ARGV[0] IS NULL)
     AND public.owns_schema() THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', public.table_of_shard(TG_TABLE_NAME)
    USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE OR REPLACE FUNCTION guard_business_date() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF public.owns_schema() THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.business_date <> OLD.business_date + 1 THEN
    RAISE EXCEPTION 'the business date % advances by one day, not to %', OLD.business_date, NEW.business_date
      USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.business_date > public.business_date_bound() THEN
    RAISE EXCEPTION 'the business date % is beyond the calendar of the database (%)', NEW.business_date, public.business_date_bound()
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION refuse_before_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF public.is_erased(OLD.customer_no) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'permission denied for table %: its rows are kept for their term',
    public.table_of_shard(TG_TABLE_NAME) USING ERRCODE = 'insufficient_privilege';
END
$$;

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

-- On a shard the statements go to the shards beside it, without the planner of the cluster.
CREATE OR REPLACE FUNCTION keep_balance_of_move() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  updated bigint;
BEGIN
  IF TG_TABLE_NAME <> 'ledger_moves' THEN
    PERFORM set_config('citus.enable_manual_changes_to_shards', 'on', true);
    IF NEW.against = 'conversion' THEN
      EXECUTE format($sql$
        INSERT INTO %s AS kept (customer_no, transaction_no, open_fen) VALUES ($1, $2, $3)
        ON CONFLICT (customer_no, transaction_no) DO UPDATE SET open_fen = kept.open_fen + excluded.open_fen
      $sql$, public.shard_beside(TG_TABLE_NAME, 'conversions'))
      USING NEW.customer_no, NEW.transaction_no,
            NEW.fee_fen + NEW.penalty_fen + NEW.interest_fen + NEW.principal_fen;
    END IF;
    IF NEW.principal_fen = 0 AND NEW.interest_fen = 0 AND NEW.penalty_fen = 0 AND NEW.fee_fen = 0 THEN
      RETURN NULL;
    END IF;
    EXECUTE format($sql$
      UPDATE %s AS kept
         SET fee_fen = kept.fee_fen + $3, penalty_fen = kept.penalty_fen + $4,
             interest_fen = kept.interest_fen + $5, principal_fen = kept.principal_fen + $6
       WHERE kept.customer_no = $1 AND kept.loan_no = $2
    $sql$, public.shard_beside(TG_TABLE_NAME, 'loan_balances'))
    USING NEW.customer_no, NEW.loan_no, NEW.fee_fen, NEW.penalty_fen, NEW.interest_fen, NEW.principal_fen;
    GET DIAGNOSTICS updated = ROW_COUNT;
    IF updated > 0 THEN
      RETURN NULL;
    END IF;
    EXECUTE format($sql$
      INSERT INTO %s (customer_no, loan_no, fee_fen, penalty_fen, interest_fen, principal_fen)
      VALUES ($1, $2, $3, $4, $5, $6)
    $sql$, public.shard_beside(TG_TABLE_NAME, 'loan_balances'))
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

CREATE OR REPLACE FUNCTION keep_balances_of_days() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  first_customer text;
  last_customer text;
  days bigint;
  updated bigint;
BEGIN
  IF TG_TABLE_NAME <> 'ledger_days' THEN
    PERFORM set_config('citus.enable_manual_changes_to_shards', 'on', true);
    EXECUTE format($sql$
      INSERT INTO %s AS kept
             (customer_no, loan_no, fee_fen, penalty_fen, interest_fen, principal_fen, accrued_until)
      SELECT customer_no, loan_no, fee_fen, penalty_fen, interest_fen, 0, business_date FROM inserted
      ON CONFLICT (customer_no, loan_no) DO UPDATE
         SET fee_fen = kept.fee_fen + excluded.fee_fen,
             penalty_fen = kept.penalty_fen + excluded.penalty_fen,
             interest_fen = kept.interest_fen + excluded.interest_fen,
             accrued_until = excluded.accrued_until
    $sql$, public.shard_beside(TG_TABLE_NAME, 'loan_balances'));
    RETURN NULL;
  END IF;
  SELECT min(customer_no), max(customer_no), count(*) INTO first_customer, last_customer, days FROM inserted;
  UPDATE public.loan_balances AS kept
     SET fee_fen = kept.fee_fen + booked.fee_fen,
         penalty_fen = kept.penalty_fen + booked.penalty_fen,
         interest_fen = kept.interest_fen + booked.interest_fen,
         accrued_until = booked.business_date
    FROM inserted AS booked
   WHERE kept.customer_no = booked.customer_no AND kept.loan_no = booked.loan_no
     AND kept.customer_no BETWEEN first_customer AND last_customer;
  GET DIAGNOSTICS updated = ROW_COUNT;
  IF updated = days THEN
    RETURN NULL;
  END IF;
  INSERT INTO public.loan_balances
         (customer_no, loan_no, fee_fen, penalty_fen, interest_fen, principal_fen, accrued_until)
  SELECT customer_no, loan_no, fee_fen, penalty_fen, interest_fen, 0, business_date
    FROM inserted AS booked
   WHERE NOT EXISTS (SELECT FROM public.loan_balances AS kept
                      WHERE kept.customer_no = booked.customer_no AND kept.loan_no = booked.loan_no);
  RETURN NULL;
END
$$;
