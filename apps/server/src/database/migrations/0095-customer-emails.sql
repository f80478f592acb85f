-- Addresses that papers were sent to, so that nobody has to type them again.
CREATE TABLE customer_emails (
  customer_no text NOT NULL,
  email_no text NOT NULL,
  address_sealed bytea NOT NULL,
  -- Found again without being opened: sent to twice, it is one address.
  address_index bytea NOT NULL,
  used_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, email_no),
  UNIQUE (customer_no, address_index)
);
