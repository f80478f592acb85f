-- What every other part stands on: the role of the server, the business date, request protection, keys,
-- erasure, tasks, outbox and files.
--
-- Foreign keys, in all files: tables can be spread over machines by customer_no, so every key of a
-- customer's table starts with it, and a table without it says in its comment that it is a look-up or a
-- reference. No table references `customers`: erasure removes that row while ledger, audit log and loans
-- stay under the customer number, and a check per written row would cost the hot path an index look-up.
-- Each file says which of its references have a foreign key and why the others have none.
--
-- Foreign keys in this file: upload_parts references uploads. tasks.customer_no and uploads.customer_no are
-- empty where the row is about no customer. file_links expire within minutes, and the file may go first.

-- The server works under a role that owns nothing, so an injected query cannot change the schema or the
-- append-only tables. Roles belong to the whole cluster, so another database may have created it already.
DO $$
BEGIN
  CREATE ROLE qingzhou_app NOLOGIN;
EXCEPTION WHEN duplicate_object THEN
  NULL;
END
$$;

DO $$
BEGIN
  EXECUTE format('GRANT qingzhou_app TO %I', current_user);
END
$$;

GRANT USAGE ON SCHEMA public TO qingzhou_app;
GRANT SELECT ON migrations TO qingzhou_app;

-- The server may use every table, unless the table's own file revokes a right.
ALTER DEFAULT PRIVILEGES IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO qingzhou_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO qingzhou_app;

-- Triggers also run on the shards of a distributed table. A shard has the name of its table with a number, and
-- it is hidden in pg_class, so that owner and name are taken from elsewhere.

-- The name of a table without the number of a shard, for messages.
CREATE FUNCTION table_of_shard(name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(name, '_[0-9]{6,}$', '')
$$;

-- Trigger of append-only tables. It also stops the owner of the table.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', public.table_of_shard(TG_TABLE_NAME)
    USING ERRCODE = 'insufficient_privilege';
END
$$;

-- Whether the current login owns the schema: it then owns this function.
CREATE FUNCTION owns_schema() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT pg_has_role(current_user, (SELECT proowner FROM pg_proc WHERE oid = to_regproc('public.owns_schema')), 'USAGE')
$$;

-- Trigger of append-only tables with a sealed column, named by the argument: the owner of the table may seal
-- the same value again with another key.
CREATE FUNCTION refuse_change_except_resealing() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- Everything an operation writes is one statement, and the commit is sent with it. A part that changes no
-- row calls this, which ends the transaction and names the part.
CREATE FUNCTION must_change(changed bigint, part text) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  IF changed = 0 THEN
    RAISE EXCEPTION 'nothing was there to change' USING ERRCODE = 'no_data_found', DETAIL = part;
  END IF;
  RETURN changed;
END
$$;

-- Business date --------------------------------------------------------------------------------------------

-- The business date follows the calendar of the database, so that a server with a wrong clock cannot move it.
-- Going beyond that calendar needs a permit: the test clock of a sandbox, or the command of an operator.
-- The role of the server cannot write permits. Rows are never removed: they record who did it and why.
CREATE TABLE business_date_permits (
  permit_no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The last day that the business date may reach.
  until date NOT NULL,
  reason text NOT NULL CHECK (reason <> ''),
  granted_by text NOT NULL DEFAULT session_user,
  granted_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE business_date_permits IS 'reference: who let the business date go beyond the calendar, and why';
REVOKE INSERT, UPDATE, DELETE ON business_date_permits FROM qingzhou_app;
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON business_date_permits
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON business_date_permits
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION shanghai_date() RETURNS date LANGUAGE sql VOLATILE AS $$
  SELECT (clock_timestamp() AT TIME ZONE 'Asia/Shanghai')::date
$$;

-- The last day that the business date may reach now.
CREATE FUNCTION business_date_bound() RETURNS date LANGUAGE sql VOLATILE AS $$
  SELECT greatest(shanghai_date(), (SELECT max(until) FROM business_date_permits))
$$;

CREATE TABLE business_date (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  business_date date NOT NULL
);
COMMENT ON TABLE business_date IS 'reference: the one business date of the whole system';
REVOKE DELETE ON business_date FROM qingzhou_app;

-- One day at a time, never back, never beyond the bound. The owner of the table may correct it by hand.
CREATE FUNCTION guard_business_date() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER guard_business_date BEFORE INSERT OR UPDATE ON business_date
  FOR EACH ROW EXECUTE FUNCTION guard_business_date();

-- Requests and keys ----------------------------------------------------------------------------------------

-- Unlogged: the counters may start at zero after a crash, and they write no write-ahead log.
CREATE UNLOGGED TABLE rate_limits (
  key_hash bytea PRIMARY KEY,
  taken integer NOT NULL,
  ends_at timestamptz NOT NULL
) WITH (fillfactor = 70);
COMMENT ON TABLE rate_limits IS 'look-up: hashed key of a limit -> how often it was taken';
CREATE INDEX rate_limits_ends_at ON rate_limits (ends_at);

CREATE UNLOGGED TABLE seen_bodies (
  body_hash bytea PRIMARY KEY,
  seen_at timestamptz NOT NULL
);
COMMENT ON TABLE seen_bodies IS 'look-up: hash of a ciphertext -> when it came, so that it is taken once';
CREATE INDEX seen_bodies_seen_at ON seen_bodies (seen_at);

-- RSA keys that decrypt sealed request bodies, shared by all servers. The vault seals the private half.
CREATE TABLE body_keys (
  key_id text PRIMARY KEY,
  modulus text NOT NULL,
  exponent text NOT NULL,
  private_key_sealed bytea NOT NULL,
  created_at timestamptz NOT NULL,
  retired_at timestamptz
);
COMMENT ON TABLE body_keys IS 'reference: keys that open sealed bodies, newest published';

-- A value derived from each vault key that was ever used here: a start with another key is refused.
CREATE TABLE vault_key_checks (
  key_name text PRIMARY KEY,
  key_digest bytea NOT NULL,
  first_used_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE vault_key_checks IS 'reference: which vault keys belong to this database';
REVOKE UPDATE, DELETE ON vault_key_checks FROM qingzhou_app;

CREATE TABLE notices (
  notice_no text PRIMARY KEY,
  message text NOT NULL CHECK (length(message) BETWEEN 1 AND 2000),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz,
  -- Closes the service for borrowers while it lasts.
  closes_service boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE notices IS 'reference: notices put into every answer while they last';

-- The readiness check writes here and rolls back. A truncated table needs new disk blocks, so a full disk
-- is noticed before a borrower's request fails. Nothing is ever committed.
CREATE UNLOGGED TABLE write_probe (filler text NOT NULL);
-- Stored as it is. PostgreSQL 15 accepts the storage of a column in ALTER TABLE only.
ALTER TABLE write_probe ALTER COLUMN filler SET STORAGE PLAIN;
COMMENT ON TABLE write_probe IS 'reference: always empty, shows whether the disk can be written';
GRANT TRUNCATE ON write_probe TO qingzhou_app;

-- Erasure --------------------------------------------------------------------------------------------------

-- Customers whose personal data was erased, and when. Only the customer number remains, because the books are
-- kept under it.
CREATE TABLE erasures (
  customer_no text PRIMARY KEY,
  last_business_on date NOT NULL,
  -- The business date of the erasure.
  erased_on date NOT NULL,
  erased_at timestamptz NOT NULL
);
REVOKE UPDATE, DELETE, TRUNCATE ON erasures FROM qingzhou_app;

-- On a cluster, sessions and tasks are on the coordinator only, and no statement may name them beside the tables of
-- customers. A trigger on a shard sees what is on its node; the use case asks the coordinator in the same transaction.
CREATE FUNCTION has_open_session_or_task(who text, at timestamptz) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF to_regclass('public.sessions') IS NULL OR to_regclass('public.tasks') IS NULL THEN
    RETURN false;
  END IF;
  RETURN EXISTS (SELECT FROM public.sessions WHERE customer_no = who AND expires_at > at)
      OR EXISTS (SELECT FROM public.tasks WHERE customer_no = who AND dead_at IS NULL);
END
$$;

-- The day of the last business with a customer; null while something is still open. A message that was
-- given up does not stop the erasure of a customer.
CREATE FUNCTION last_business_of(who text, at timestamptz) RETURNS date LANGUAGE plpgsql STABLE AS $$
DECLARE
  is_open boolean;
  latest date;
BEGIN
  IF public.has_open_session_or_task(who, at) THEN
    RETURN NULL;
  END IF;
  SELECT EXISTS (SELECT FROM public.loans WHERE customer_no = who AND NOT is_settled)
      OR EXISTS (SELECT FROM public.draws WHERE customer_no = who AND state = 'reserved')
      OR EXISTS (SELECT FROM public.refunds WHERE customer_no = who AND state <> 'returned')
      OR EXISTS (SELECT FROM public.payment_orders WHERE customer_no = who AND state = 'processing')
      OR EXISTS (SELECT FROM public.credit_applications WHERE customer_no = who AND step = 'underReview')
      OR EXISTS (SELECT FROM public.limits, public.business_date
                  WHERE customer_no = who AND state <> 'cancelled'
                    AND valid_until >= business_date.business_date)
    INTO is_open;
  IF is_open THEN
    RETURN NULL;
  END IF;
  SELECT greatest(
      (SELECT (registered_at AT TIME ZONE 'Asia/Shanghai')::date
         FROM public.customers WHERE customer_no = who),
      (SELECT visited_on FROM public.last_visits WHERE customer_no = who),
      (SELECT max((greatest(opened_at, submitted_at, decided_at) AT TIME ZONE 'Asia/Shanghai')::date)
         FROM public.credit_applications WHERE customer_no = who),
      (SELECT max((changed_at AT TIME ZONE 'Asia/Shanghai')::date)
         FROM public.evidence WHERE customer_no = who),
      (SELECT valid_until FROM public.limits WHERE customer_no = who AND state <> 'cancelled'),
      (SELECT max(business_date) FROM public.audit_log WHERE customer_no = who))
    INTO latest;
  RETURN latest;
END
$$;

-- Enforces the legal term of five years. The product may keep data longer, never shorter.
CREATE FUNCTION check_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT business_date INTO STRICT NEW.erased_on FROM public.business_date;
  NEW.last_business_on := public.last_business_of(NEW.customer_no, NEW.erased_at);
  IF NEW.last_business_on IS NULL
     OR NEW.last_business_on + interval '5 years' >= NEW.erased_on THEN
    RAISE EXCEPTION 'the data of a customer is retained for five years after the last business'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER check_erasure BEFORE INSERT ON erasures
  FOR EACH ROW EXECUTE FUNCTION check_erasure();
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON erasures
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON erasures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- In PL/pgSQL: a function in SQL cannot tell Citus the customer it asks for.
CREATE FUNCTION is_erased(who text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM public.erasures WHERE customer_no = who);
END
$$;

CREATE FUNCTION refuse_early_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF public.is_erased(OLD.customer_no) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'permission denied for table %: its rows are retained for their legal term',
    public.table_of_shard(TG_TABLE_NAME) USING ERRCODE = 'insufficient_privilege';
END
$$;

-- For a table whose rows the server must not delete: lets it delete the rows of erased customers only.
-- Later migrations call it too.
CREATE FUNCTION allow_erasure(table_name regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('GRANT DELETE ON %s TO qingzhou_app', table_name);
  EXECUTE format('CREATE TRIGGER refuse_early_delete BEFORE DELETE ON %s
                  FOR EACH ROW EXECUTE FUNCTION refuse_early_delete()', table_name);
END
$$;
REVOKE EXECUTE ON FUNCTION allow_erasure FROM PUBLIC;

-- Tasks and outbox -----------------------------------------------------------------------------------------

-- Work for later, queued in the transaction that needs it. A payload holds numbers only, no personal data.
CREATE TABLE tasks (
  -- The customer it is about; empty for work of the lender.
  customer_no text NOT NULL,
  task_no bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  task_key text,
  payload jsonb NOT NULL,
  run_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  -- A worker is running it.
  locked_at timestamptz,
  locked_by text,
  -- Queued again while it ran: if it fails, the newer task does the work.
  is_superseded boolean NOT NULL DEFAULT false,
  -- A running task is leased: its worker renews the lease, and an expired lease can be taken by another
  -- worker. lease_no is the fencing token: it grows with every lease, and a worker whose lease was taken over
  -- can no longer complete or defer the task.
  lease_no bigint NOT NULL DEFAULT 0,
  lease_until timestamptz,
  -- Given up after its last attempt. Only messages are: see task-policies.ts.
  dead_at timestamptz,
  queued_at timestamptz NOT NULL DEFAULT now(),
  -- An operator decided not to send this message: it stays listed and is no exception.
  is_cancelled boolean NOT NULL DEFAULT false,
  -- The step of a trace that queued the task, in the W3C format. Null without tracing.
  trace_parent text,
  -- When an operator last retried it: what it asks for is then asked for often again, however old the order is.
  retried_at timestamptz,
  PRIMARY KEY (customer_no, task_no)
);
-- One waiting task per key: queued again, it replaces the one that has not started.
CREATE UNIQUE INDEX tasks_waiting ON tasks (customer_no, kind, task_key)
  WHERE task_key IS NOT NULL AND locked_at IS NULL;
CREATE INDEX tasks_leased ON tasks (lease_until) WHERE locked_at IS NOT NULL;
CREATE INDEX tasks_due ON tasks (kind, run_at, task_no) WHERE locked_at IS NULL AND dead_at IS NULL;

-- Text messages to customers. A row is written in the transaction it reports on, and sent afterwards.
CREATE TABLE outbox (
  customer_no text NOT NULL,
  message_no text NOT NULL,
  kind text NOT NULL,
  text_sealed bytea NOT NULL,
  enqueued_at timestamptz NOT NULL,
  sent_at timestamptz,
  -- Null: to the customer's phone at the time of sending.
  phone_sealed bytea,
  -- When the borrower has seen the message in the app.
  read_at timestamptz,
  -- Template and parameters, as SMS services want a message. Null where a message is its text only.
  template text,
  parameters_sealed bytea,
  -- When the message was first given to a service. Before a second attempt the service is asked whether it has it.
  tried_at timestamptz,
  -- Why the service refused the message for good, such as an invalid number; then sent_at is the time of the
  -- refusal.
  refusal text,
  PRIMARY KEY (customer_no, message_no)
);
CREATE INDEX outbox_unsent ON outbox (customer_no, message_no) WHERE sent_at IS NULL;
REVOKE DELETE ON outbox FROM qingzhou_app;
SELECT allow_erasure('outbox');

-- The same for e-mail. Address, text and attached documents are sealed as one value; the documents are
-- rendered when the e-mail is sent.
CREATE TABLE outbox_mails (
  customer_no text NOT NULL,
  message_no text NOT NULL,
  kind text NOT NULL,
  content_sealed bytea NOT NULL,
  enqueued_at timestamptz NOT NULL,
  sent_at timestamptz,
  read_at timestamptz,
  PRIMARY KEY (customer_no, message_no)
);
CREATE INDEX outbox_mails_unsent ON outbox_mails (customer_no, message_no) WHERE sent_at IS NULL;
REVOKE DELETE ON outbox_mails FROM qingzhou_app;
SELECT allow_erasure('outbox_mails');

-- A customer without a row accepts messages of campaigns.
CREATE TABLE message_settings (
  customer_no text PRIMARY KEY,
  accepts_campaigns boolean NOT NULL,
  changed_at timestamptz NOT NULL
);

-- Files ----------------------------------------------------------------------------------------------------

-- Uploaded and generated files of a customer. The sealed bytes are in the object store under the file number.
-- A file that nothing references is deleted after a while, so a crash leaves no picture behind.
CREATE TABLE files (
  customer_no text NOT NULL,
  file_no text NOT NULL,
  kind text NOT NULL,
  -- Digest of the sealed bytes: detects another file or changed bytes in the store.
  digest bytea NOT NULL,
  stored_at timestamptz NOT NULL,
  -- Null: something references it.
  unreferenced_since timestamptz,
  -- Re-sealing replaces the sealed bytes. Both digests are valid until the new bytes are in the store, so
  -- that a stop at any moment leaves a readable file.
  next_digest bytea,
  -- Format and key of the sealed bytes, in hex; null for bytes of the first format.
  seal_header text,
  PRIMARY KEY (customer_no, file_no)
);
CREATE INDEX files_unreferenced_since ON files (unreferenced_since) WHERE unreferenced_since IS NOT NULL;

-- Files that are being uploaded in parts, so that a broken connection costs one part. Sealed, and deleted
-- after a day.
CREATE TABLE uploads (
  -- The customer it is about; empty for work of the lender.
  customer_no text NOT NULL,
  -- The uploading member of staff; empty for the customer.
  staff_no text NOT NULL,
  -- The purpose: the same file may be uploaded for two.
  purpose text NOT NULL,
  upload_no text NOT NULL,
  name_sealed bytea NOT NULL,
  size integer NOT NULL CHECK (size > 0),
  -- Keyed hash of the announced digest: a plain digest would identify a known file.
  digest_hash bytea NOT NULL,
  -- Set when it has become a file; its parts are then deleted.
  file_no text,
  started_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, staff_no, purpose, upload_no)
);
CREATE INDEX uploads_begun_at ON uploads (started_at);
CREATE INDEX uploads_staff_no ON uploads (staff_no, started_at) WHERE staff_no <> '';

CREATE TABLE upload_parts (
  customer_no text NOT NULL,
  staff_no text NOT NULL,
  purpose text NOT NULL,
  upload_no text NOT NULL,
  part_no integer NOT NULL CHECK (part_no >= 0),
  bytes_sealed bytea NOT NULL,
  PRIMARY KEY (customer_no, staff_no, purpose, upload_no, part_no),
  FOREIGN KEY (customer_no, staff_no, purpose, upload_no) REFERENCES uploads ON DELETE CASCADE
);
-- Ciphertext does not compress.
ALTER TABLE upload_parts ALTER COLUMN bytes_sealed SET STORAGE EXTERNAL;

-- Links that show a file for some minutes, in the session that requested them only.
CREATE TABLE file_links (
  token_hash bytea PRIMARY KEY,
  -- Keyed hash of the part of the session that scripts cannot read.
  holder_hash bytea NOT NULL,
  customer_no text NOT NULL,
  file_no text NOT NULL,
  name_sealed bytea NOT NULL,
  form text NOT NULL CHECK (form IN ('picture', 'pdf', 'csv')),
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE file_links IS 'look-up: token of a link -> file';
CREATE INDEX file_links_expires_at ON file_links (expires_at);
