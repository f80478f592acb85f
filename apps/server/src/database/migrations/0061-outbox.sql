-- What people are told by message. A row is written with what it tells of, and sent afterwards.
CREATE TABLE outbox (
  customer_no text NOT NULL,
  message_no text NOT NULL,
  kind text NOT NULL,
  text_sealed bytea NOT NULL,
  told_at timestamptz NOT NULL,
  sent_at timestamptz,
  PRIMARY KEY (customer_no, message_no)
);
REVOKE DELETE ON outbox FROM qingzhou_app;
