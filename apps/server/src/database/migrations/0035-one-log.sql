-- Who asked what, under which number, and what was answered: one row an act, in place of two. The
-- same number finds its answer here. Each row carries the hash of the one before it, and the last
-- one's is kept with the limit, so that a row changed, removed or put in later breaks the chain.
DROP VIEW broken_audit;
DROP TABLE requests, audit_log, audit_heads;
DROP FUNCTION chain_audit;
DROP FUNCTION audit_hash;

CREATE TABLE audit_log (
  customer_no text NOT NULL,
  request_no text NOT NULL,
  audit_no bigint NOT NULL,
  act text NOT NULL,
  actor text NOT NULL,
  business_date date NOT NULL,
  done_at timestamptz NOT NULL,
  -- JSON as it was hashed, to the letter.
  asked text NOT NULL,
  answer text NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (customer_no, request_no)
);
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON audit_log FROM qingzhou_app;

-- The row of the limit is the one that every act of its customer takes first.
ALTER TABLE limits
  ADD COLUMN audit_no bigint NOT NULL DEFAULT 0,
  ADD COLUMN audit_hash bytea NOT NULL DEFAULT '',
  DROP CONSTRAINT limits_state_check,
  DROP CONSTRAINT limits_annual_rate_ppm_check,
  DROP CONSTRAINT limits_never_over;

-- The last word against over-drawing, whatever a statement says.
CREATE FUNCTION is_sound(kept limits) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN kept.used_fen BETWEEN 0 AND kept.granted_fen AND kept.annual_rate_ppm >= 0
    AND kept.state IN ('open', 'frozen', 'cancelled');
END
$$;
ALTER TABLE limits ADD CONSTRAINT limits_never_over CHECK (is_sound(limits));

-- Rows that are not what they were when they were written, and chains that miss a row. The actor
-- comes last: nothing before it can hold a line break.
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
