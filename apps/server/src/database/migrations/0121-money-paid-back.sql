-- The mall pays back what was returned: money that comes in without an order of ours.
ALTER TABLE moved_transfers DROP CONSTRAINT moved_transfers_kind_check;
ALTER TABLE moved_transfers ADD CONSTRAINT moved_transfers_kind_check
  CHECK (kind IN ('payout', 'debit', 'refund', 'return'));
ALTER TABLE transfer_differences DROP CONSTRAINT transfer_differences_kind_check;
ALTER TABLE transfer_differences ADD CONSTRAINT transfer_differences_kind_check
  CHECK (kind IN ('payout', 'debit', 'refund', 'return'));
