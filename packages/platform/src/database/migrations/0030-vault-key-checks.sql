-- A value derived from each vault key that was ever used here: a start with another key is refused.
CREATE TABLE vault_key_checks (
  key_name text PRIMARY KEY,
  key_digest bytea NOT NULL,
  first_used_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE vault_key_checks IS 'reference: which vault keys belong to this database';
REVOKE UPDATE, DELETE ON vault_key_checks FROM qingzhou_app;
