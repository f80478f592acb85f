-- A delay as it was quoted, signed and booked.
CREATE TABLE delays (
  customer_no text NOT NULL,
  -- Chosen by the phone: asked twice, it is one delay.
  request_no text NOT NULL,
  fingerprint bytea NOT NULL,
  loan_no text NOT NULL,
  n integer NOT NULL,
  days integer NOT NULL CHECK (days > 0),
  due_on date NOT NULL,
  new_due_on date NOT NULL CHECK (new_due_on > due_on),
  amount_fen bigint NOT NULL,
  new_amount_fen bigint NOT NULL CHECK (new_amount_fen >= amount_fen),
  delayed_on date NOT NULL,
  PRIMARY KEY (customer_no, request_no)
);
REVOKE UPDATE, DELETE, TRUNCATE ON delays FROM qingzhou_app;
