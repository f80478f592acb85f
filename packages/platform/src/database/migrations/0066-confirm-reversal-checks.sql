-- The checks of 0065, for the rows that were there before, without a lock against writes.
ALTER TABLE bank_transfers VALIDATE CONSTRAINT bank_transfers_kind_check;
ALTER TABLE moved_transfers VALIDATE CONSTRAINT moved_transfers_kind_check;
ALTER TABLE transfer_differences VALIDATE CONSTRAINT transfer_differences_kind_check;
ALTER TABLE refunds VALIDATE CONSTRAINT refunds_state_check;
ALTER TABLE refund_steps VALIDATE CONSTRAINT refund_steps_state_check;
