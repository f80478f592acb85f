CREATE TABLE landing_links (
  channel text NOT NULL,
  uri_id text NOT NULL,
  name text NOT NULL,
  ends_at timestamptz,
  PRIMARY KEY (channel, uri_id)
);
COMMENT ON TABLE landing_links IS 'reference: the links the lender hands out, by channel';

CREATE TABLE bank_partners (
  bank_partner_code text PRIMARY KEY,
  name text NOT NULL,
  ends_at timestamptz
);
COMMENT ON TABLE bank_partners IS 'reference: bank partners and the code their links carry';

CREATE TABLE link_tokens (
  token_hash bytea PRIMARY KEY,
  customer_no text NOT NULL,
  phone_index bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX link_tokens_expires_at ON link_tokens (expires_at);
COMMENT ON TABLE link_tokens IS 'look-up: hash of a one-time link token -> customer';

CREATE TABLE authorisations (
  state_hash bytea PRIMARY KEY,
  provider text NOT NULL CHECK (provider IN ('wallet', 'messenger')),
  browser_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX authorisations_expires_at ON authorisations (expires_at);
COMMENT ON TABLE authorisations IS 'look-up: hash of an authorisation''s state -> the browser that began it';

CREATE TABLE registration_tickets (
  ticket_hash bytea PRIMARY KEY,
  provider text NOT NULL CHECK (provider IN ('wallet', 'messenger')),
  browser_hash bytea NOT NULL,
  open_id_sealed bytea NOT NULL,
  phone_sealed bytea,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX registration_tickets_expires_at ON registration_tickets (expires_at);
COMMENT ON TABLE registration_tickets IS 'look-up: hash of a ticket -> the app account it was given for';
