CREATE TABLE customers (
  customer_no text PRIMARY KEY,
  user_id text NOT NULL,
  phone_sealed bytea NOT NULL,
  password_hash text,
  channel text NOT NULL,
  uri_id text,
  bank_partner_code text,
  registered_at timestamptz NOT NULL
);

CREATE TABLE phones (
  phone_index bytea PRIMARY KEY,
  customer_no text NOT NULL
);
COMMENT ON TABLE phones IS 'look-up: blind index of a phone -> customer';

CREATE TABLE linked_accounts (
  provider text NOT NULL CHECK (provider IN ('wallet', 'messenger')),
  open_id_index bytea NOT NULL,
  open_id_sealed bytea NOT NULL,
  customer_no text NOT NULL,
  linked_at timestamptz NOT NULL,
  PRIMARY KEY (provider, open_id_index)
);
COMMENT ON TABLE linked_accounts IS 'look-up: account in the payment or messaging app -> customer';

-- What a person agreed to, when and from where. Append-only: an agreement is never un-said.
CREATE TABLE consents (
  customer_no text NOT NULL,
  page_name text NOT NULL,
  page_version text NOT NULL,
  agreed_at timestamptz NOT NULL,
  ip_sealed bytea NOT NULL,
  device_sealed bytea,
  user_agent_sealed bytea NOT NULL,
  PRIMARY KEY (customer_no, page_name, page_version)
);

CREATE TABLE terminals (
  customer_no text NOT NULL,
  device_index bytea NOT NULL,
  terminal_sealed bytea NOT NULL,
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, device_index)
);
