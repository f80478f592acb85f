-- The account at the payment app that signed the agreement. Unknown for agreements signed before.
ALTER TABLE wallet_agreements ADD COLUMN IF NOT EXISTS signer_sealed bytea;
