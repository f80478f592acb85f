-- Tokens of the admin platform that were exchanged for a sign-in: each is valid once. Rows are
-- swept when they could no longer be exchanged.
CREATE TABLE staff_handovers (
  token_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE staff_handovers IS 'look-up: hash of a token of the admin platform -> exchanged';
CREATE INDEX staff_handovers_expires_at ON staff_handovers (expires_at);
