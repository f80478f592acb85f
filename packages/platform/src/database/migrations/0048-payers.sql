-- The person in the app's own browser who pays an order there, by the number that the app has for the person.
ALTER TABLE repayments ADD COLUMN payer_sealed bytea;
