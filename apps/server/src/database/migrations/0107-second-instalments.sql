-- A bill that was spread over months of its own: asked twice under one number, it is spread once.
CREATE TABLE second_instalments (
  customer_no text NOT NULL,
  request_no text NOT NULL,
  fingerprint bytea NOT NULL,
  loan_no text NOT NULL,
  -- The loan whose bill it was, which bill, and what it came to.
  from_loan_no text NOT NULL,
  n smallint NOT NULL,
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  signed_on date NOT NULL,
  PRIMARY KEY (customer_no, request_no),
  UNIQUE (customer_no, loan_no)
);
REVOKE UPDATE, DELETE, TRUNCATE ON second_instalments FROM qingzhou_app;
