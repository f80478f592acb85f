-- How many bits of work an image code asks for beside its characters: none from a calm network.
ALTER TABLE captchas ADD COLUMN proof_bits smallint NOT NULL DEFAULT 0 CHECK (proof_bits >= 0);
