-- Proofs that the lender has issued and signed: that a loan is settled, or how all accounts stood.
CREATE TABLE certificates (
  customer_no text NOT NULL,
  certificate_no text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('settlement', 'statement')),
  -- What it proves. Proven once, it is the same paper whenever it is asked for again.
  about text NOT NULL,
  loan_no text,
  amount_fen bigint,
  settled_on date,
  issued_on date NOT NULL,
  issued_at timestamptz NOT NULL,
  -- Who it is about, as anybody may read it who has the code.
  holder_sealed bytea NOT NULL,
  code_sealed bytea NOT NULL,
  file_no text NOT NULL,
  -- Of the file as it was issued: whoever has a copy can compare.
  digest bytea NOT NULL,
  PRIMARY KEY (customer_no, certificate_no),
  UNIQUE (customer_no, about),
  CHECK ((kind = 'settlement') = (loan_no IS NOT NULL AND amount_fen IS NOT NULL AND settled_on IS NOT NULL))
);
-- What was issued stays as it was.
REVOKE UPDATE, TRUNCATE ON certificates FROM qingzhou_app;

-- By the hash of the code that stands on it: a table that leaks makes nothing look genuine.
CREATE TABLE certificate_codes (
  code_hash bytea PRIMARY KEY,
  customer_no text NOT NULL,
  certificate_no text NOT NULL
);
COMMENT ON TABLE certificate_codes IS 'look-up: check code -> certificate';
REVOKE UPDATE, TRUNCATE ON certificate_codes FROM qingzhou_app;

-- What a phone asked for under a number of its own: asked again, it gets the same papers and one mail.
CREATE TABLE certificate_requests (
  customer_no text NOT NULL,
  request_no text NOT NULL,
  fingerprint bytea NOT NULL,
  certificate_nos text[] NOT NULL,
  -- The masked address, where they were sent somewhere.
  sent_to_sealed bytea,
  asked_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, request_no)
);
REVOKE UPDATE, TRUNCATE ON certificate_requests FROM qingzhou_app;
