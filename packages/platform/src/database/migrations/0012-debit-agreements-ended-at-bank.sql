-- When the bank confirmed the end of a debit agreement. Agreements that ended before this column existed are
-- open, so the watch of open orders tells the bank about them too.
ALTER TABLE debit_agreements
  ADD COLUMN bank_ended_at timestamptz CHECK (bank_ended_at IS NULL OR state = 'ended');
-- For the check of open orders, every minute.
CREATE INDEX debit_agreements_ending ON debit_agreements (customer_no, debit_no)
  WHERE state = 'ended' AND bank_ended_at IS NULL;
