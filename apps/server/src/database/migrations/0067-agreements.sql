-- What was signed: the words as they were shown, sealed, with their hash, and how they were signed.
CREATE TABLE signed_agreements (
  customer_no text NOT NULL,
  agreement_no text NOT NULL,
  event text NOT NULL,
  code text NOT NULL,
  version text NOT NULL,
  title text NOT NULL,
  -- The application or the draw it was signed for.
  business_no text NOT NULL,
  words_sealed bytea NOT NULL,
  words_hash text NOT NULL,
  signed_at timestamptz NOT NULL,
  ip_sealed bytea NOT NULL,
  device_sealed bytea,
  user_agent_sealed bytea NOT NULL,
  PRIMARY KEY (customer_no, agreement_no),
  -- Signed once for one thing, however often the button is pressed.
  UNIQUE (customer_no, business_no, code)
);

-- What was signed stays signed: the server's own role can add, and read.
REVOKE UPDATE, DELETE, TRUNCATE ON signed_agreements FROM qingzhou_app;

-- A link to one paper: good once, for a few minutes, and for who has it.
CREATE TABLE paper_links (
  token_hash bytea PRIMARY KEY,
  customer_no text NOT NULL,
  agreement_no text NOT NULL,
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE paper_links IS 'look-up: token → paper';
CREATE INDEX paper_links_expiry ON paper_links (expires_at);
