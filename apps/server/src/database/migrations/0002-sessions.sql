CREATE TABLE sessions (
  secret_hash bytea PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  session_id text NOT NULL UNIQUE,
  customer_no text NOT NULL,
  device_hash bytea,
  opened_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_customer ON sessions (customer_no, device_hash);
CREATE INDEX sessions_expires_at ON sessions (expires_at);
COMMENT ON TABLE sessions IS 'look-up: hash of a session''s secret -> customer';
