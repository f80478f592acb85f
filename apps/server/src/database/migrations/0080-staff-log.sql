-- What staff did, and at whom they looked: one chain over everybody, since a member of staff is no
-- customer. Numbers only, so that the log itself tells nothing about a person.
CREATE TABLE staff_log (
  log_no bigint PRIMARY KEY,
  done_at timestamptz NOT NULL,
  -- A staff number; `command` for who works at the machine itself; `nobody` for who did not get in.
  actor text NOT NULL CHECK (actor ~ '^[A-Za-z0-9-]{1,40}$'),
  act text NOT NULL CHECK (act ~ '^[a-z][a-z-]{1,39}$'),
  customer_no text CHECK (customer_no ~ '^[A-Za-z0-9-]{1,40}$'),
  about text NOT NULL CHECK (about ~ '^[A-Za-z0-9 _:;,.=-]{0,200}$'),
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL
);
COMMENT ON TABLE staff_log IS 'reference: what staff did and looked at, in one chain';
CREATE INDEX staff_log_customer ON staff_log (customer_no, log_no) WHERE customer_no IS NOT NULL;
CREATE INDEX staff_log_actor ON staff_log (actor, log_no);

-- Where the chain ends, so that a missing last row is noticed too.
CREATE TABLE staff_log_head (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  log_no bigint NOT NULL,
  hash bytea NOT NULL
);
COMMENT ON TABLE staff_log_head IS 'reference: the last row of the staff log';
INSERT INTO staff_log_head (log_no, hash) VALUES (0, '');

-- No field can hold a line break, so no two rows are joined to the same text.
CREATE FUNCTION staff_log_hash(entry staff_log) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(entry.previous_hash || convert_to(concat_ws(E'\n',
    entry.log_no, (extract(epoch FROM entry.done_at) * 1000000)::bigint, entry.actor, entry.act,
    coalesce(entry.customer_no, ''), entry.about), 'UTF8'))
$$;

-- The chain is forged here, with the rights of the owner: the server's own role can put a row at the
-- end, and nowhere else.
CREATE FUNCTION chain_staff_log() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  head staff_log_head;
BEGIN
  SELECT * INTO STRICT head FROM staff_log_head FOR UPDATE;
  NEW.log_no := head.log_no + 1;
  NEW.previous_hash := head.hash;
  NEW.hash := staff_log_hash(NEW);
  UPDATE staff_log_head SET log_no = NEW.log_no, hash = NEW.hash;
  RETURN NEW;
END
$$;
CREATE TRIGGER chain BEFORE INSERT ON staff_log
  FOR EACH ROW EXECUTE FUNCTION chain_staff_log();

CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON staff_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON staff_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_change BEFORE DELETE ON staff_log_head
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON staff_log_head
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON staff_log FROM qingzhou_app;
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON staff_log_head FROM qingzhou_app;

-- Rows that are not what they were when they were written, that miss the row before them or lie behind
-- the end; and an end that is not there. Each looks at its neighbour only, so that a long log can be
-- read in slices.
CREATE VIEW broken_staff_log AS
  SELECT kept.log_no
    FROM staff_log AS kept
    LEFT JOIN staff_log AS before ON before.log_no = kept.log_no - 1
   WHERE kept.previous_hash <> coalesce(before.hash, ''::bytea)
      OR kept.hash <> staff_log_hash(kept)
      OR kept.log_no > coalesce((SELECT log_no FROM staff_log_head), 0)
   UNION ALL
  SELECT head.log_no
    FROM staff_log_head AS head
    LEFT JOIN staff_log AS last ON last.log_no = head.log_no
   WHERE head.log_no > 0 AND last.hash IS DISTINCT FROM head.hash;
