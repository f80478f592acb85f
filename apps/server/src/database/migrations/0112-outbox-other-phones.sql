-- Null: to the customer's own phone, whichever that is when the message goes out.
ALTER TABLE outbox ADD COLUMN phone_sealed bytea;
