-- A refund goes back by the bank, or to the payment in the app that it belongs to. A refund without a value was sent
-- by the bank: it is asked for there for ever.
ALTER TABLE refund_steps ADD COLUMN sent_by text;
ALTER TABLE refund_steps ADD CONSTRAINT refund_steps_sent_by
  CHECK (sent_by IS NULL OR state = 'sent' AND sent_by IN ('bank', 'wallet', 'messenger')) NOT VALID;
ALTER TABLE refund_steps VALIDATE CONSTRAINT refund_steps_sent_by;
