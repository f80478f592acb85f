-- What people are sent by e-mail, like the outbox: written with what it belongs to, sent afterwards.
-- Address, words and the papers that go with it are sealed as one; the papers are printed when it is sent.
CREATE TABLE outbox_mails (
  customer_no text NOT NULL,
  message_no text NOT NULL,
  kind text NOT NULL,
  content_sealed bytea NOT NULL,
  told_at timestamptz NOT NULL,
  sent_at timestamptz,
  PRIMARY KEY (customer_no, message_no)
);
REVOKE DELETE ON outbox_mails FROM qingzhou_app;
