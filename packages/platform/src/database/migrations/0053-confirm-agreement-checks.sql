-- The checks of 0052, for the rows that were there before, without a lock against writes.
ALTER TABLE repayments VALIDATE CONSTRAINT repayments_agreement_check;
ALTER TABLE bank_orders VALIDATE CONSTRAINT bank_orders_kind_check;
