-- What the edge keeps about requests. Unlogged: after a crash the counters may start afresh,
-- and in return they cost no write-ahead log.
CREATE UNLOGGED TABLE rate_limits (
  key_hash bytea PRIMARY KEY,
  taken integer NOT NULL,
  ends_at timestamptz NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX rate_limits_ends_at ON rate_limits (ends_at);
COMMENT ON TABLE rate_limits IS 'look-up: hashed key of a limit -> how often it was taken';

CREATE UNLOGGED TABLE seen_bodies (
  body_hash bytea PRIMARY KEY,
  seen_at timestamptz NOT NULL
);
CREATE INDEX seen_bodies_seen_at ON seen_bodies (seen_at);
COMMENT ON TABLE seen_bodies IS 'look-up: hash of a ciphertext -> when it came, so that it is taken once';

-- The RSA keys that open sealed bodies, shared by all servers; the private half is sealed by the vault.
CREATE TABLE body_keys (
  key_id text PRIMARY KEY,
  modulus text NOT NULL,
  exponent text NOT NULL,
  private_key_sealed bytea NOT NULL,
  created_at timestamptz NOT NULL,
  retired_at timestamptz
);
COMMENT ON TABLE body_keys IS 'reference: keys that open sealed bodies, newest published';
