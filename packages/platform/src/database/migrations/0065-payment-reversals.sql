-- A payment whose money was taken back: a debit that bounced, a disputed payment.
CREATE TABLE payment_reversals (
  customer_no text NOT NULL,
  payment_no text NOT NULL,
  loan_no text NOT NULL,
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  reason text NOT NULL CHECK (reason IN ('bounced', 'disputed', 'booked-wrongly')),
  reversed_on date NOT NULL,
  PRIMARY KEY (customer_no, payment_no, loan_no)
);
REVOKE UPDATE, DELETE ON payment_reversals FROM qingzhou_app;

-- The money that goes back with it, as the bank's transfer and as a line of a day file.
ALTER TABLE bank_transfers DROP CONSTRAINT bank_transfers_kind_check;
ALTER TABLE bank_transfers ADD CONSTRAINT bank_transfers_kind_check
  CHECK (kind IN ('payout', 'collection', 'refund', 'return', 'reversal')) NOT VALID;
ALTER TABLE moved_transfers DROP CONSTRAINT moved_transfers_kind_check;
ALTER TABLE moved_transfers ADD CONSTRAINT moved_transfers_kind_check
  CHECK (kind IN ('payout', 'debit', 'refund', 'return', 'reversal')) NOT VALID;
ALTER TABLE transfer_differences DROP CONSTRAINT transfer_differences_kind_check;
ALTER TABLE transfer_differences ADD CONSTRAINT transfer_differences_kind_check
  CHECK (kind IN ('payout', 'debit', 'refund', 'return', 'reversal')) NOT VALID;

-- A refund of money that was taken back is not sent.
ALTER TABLE refunds DROP CONSTRAINT refunds_state_check;
ALTER TABLE refunds ADD CONSTRAINT refunds_state_check
  CHECK (state IN ('owed', 'sent', 'returned', 'cancelled')) NOT VALID;
ALTER TABLE refund_steps DROP CONSTRAINT refund_steps_state_check;
ALTER TABLE refund_steps ADD CONSTRAINT refund_steps_state_check
  CHECK (state IN ('owed', 'sent', 'returned', 'failed', 'cancelled')) NOT VALID;
