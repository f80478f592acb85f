-- The monthly review of a limit, kept like a decision: what was known, by which rules, and what came of it.
CREATE TABLE limit_reviews (
  customer_no text NOT NULL,
  reviewed_on date NOT NULL,
  policy_version text NOT NULL,
  inputs_sealed bytea NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('raised', 'kept', 'lowered')),
  granted_before_fen bigint NOT NULL,
  granted_after_fen bigint NOT NULL,
  reasons text[] NOT NULL,
  reviewed_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, reviewed_on),
  CHECK (CASE outcome WHEN 'raised' THEN granted_after_fen > granted_before_fen
                      WHEN 'lowered' THEN granted_after_fen < granted_before_fen
                      ELSE granted_after_fen = granted_before_fen END)
);
REVOKE UPDATE, DELETE ON limit_reviews FROM qingzhou_app;
CREATE TRIGGER limit_reviews_stay BEFORE UPDATE ON limit_reviews
  FOR EACH ROW EXECUTE FUNCTION refuse_change_except_resealing('inputs_sealed');
SELECT let_erase('limit_reviews');
