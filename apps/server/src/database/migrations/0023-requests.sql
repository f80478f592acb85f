-- Every order has a number that the caller chose. The same number gives the same answer again.
CREATE TABLE requests (
  customer_no text NOT NULL,
  request_no text NOT NULL,
  act text NOT NULL,
  -- A digest of what was asked: the number of another question is refused.
  fingerprint bytea NOT NULL,
  answer jsonb,
  asked_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, request_no)
) WITH (fillfactor = 70);
REVOKE DELETE ON requests FROM qingzhou_app;

-- Who did what. Each row carries the hash of the one before it, so that a row changed, removed or
-- put in later breaks the chain of its customer.
CREATE TABLE audit_log (
  customer_no text NOT NULL,
  audit_no bigint NOT NULL,
  act text NOT NULL,
  request_no text NOT NULL,
  actor text NOT NULL,
  business_date date NOT NULL,
  done_at timestamptz NOT NULL,
  details jsonb NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (customer_no, audit_no)
);

CREATE TABLE audit_heads (
  customer_no text PRIMARY KEY,
  audit_no bigint NOT NULL,
  hash bytea NOT NULL
) WITH (fillfactor = 70);

CREATE FUNCTION audit_hash(entry audit_log) RETURNS bytea LANGUAGE sql STABLE
  SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT sha256(entry.previous_hash || convert_to(jsonb_build_array(
    entry.customer_no, entry.audit_no, entry.act, entry.request_no, entry.actor,
    entry.business_date, extract(epoch FROM entry.done_at), entry.details
  )::text, 'UTF8'))
$$;

CREATE FUNCTION chain_audit() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  head audit_heads;
BEGIN
  INSERT INTO audit_heads (customer_no, audit_no, hash) VALUES (NEW.customer_no, 0, '')
    ON CONFLICT (customer_no) DO NOTHING;
  SELECT * INTO head FROM audit_heads WHERE customer_no = NEW.customer_no FOR UPDATE;
  NEW.audit_no := head.audit_no + 1;
  NEW.previous_hash := head.hash;
  NEW.hash := audit_hash(NEW);
  UPDATE audit_heads SET audit_no = NEW.audit_no, hash = NEW.hash
   WHERE customer_no = NEW.customer_no;
  RETURN NEW;
END
$$;

CREATE TRIGGER chain_audit BEFORE INSERT ON audit_log
  FOR EACH ROW EXECUTE FUNCTION chain_audit();
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON audit_log FROM qingzhou_app;
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON audit_heads FROM qingzhou_app;

-- Rows that are not what they were when they were written, and chains that miss a row.
CREATE VIEW broken_audit AS
  SELECT entry.customer_no, entry.audit_no
    FROM (SELECT audit_log AS written, customer_no, audit_no, previous_hash, hash,
                 lag(hash, 1, ''::bytea) OVER (PARTITION BY customer_no ORDER BY audit_no) AS hash_before
            FROM audit_log) AS entry
   WHERE entry.hash <> audit_hash(entry.written) OR entry.previous_hash <> entry.hash_before
   UNION ALL
  SELECT head.customer_no, head.audit_no
    FROM audit_heads AS head
    LEFT JOIN audit_log AS last ON last.customer_no = head.customer_no AND last.audit_no = head.audit_no
   WHERE last.hash IS DISTINCT FROM head.hash;
