-- Whether the claim on an identity number waits for a face check: until then others may claim it, too.
-- Claims from before are decided by the face checks of their customer.
ALTER TABLE identities ADD COLUMN IF NOT EXISTS needs_face boolean NOT NULL DEFAULT false;
