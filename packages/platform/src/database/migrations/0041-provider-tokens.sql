-- Tokens that a provider gives out in limited numbers, for example of the lender's account at the messaging app.
-- All processes share them.
CREATE TABLE provider_tokens (
  name text PRIMARY KEY,
  token_sealed bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT provider_tokens_name CHECK (length(name) BETWEEN 1 AND 100)
);
COMMENT ON TABLE provider_tokens IS 'reference: tokens of the lender at providers';
