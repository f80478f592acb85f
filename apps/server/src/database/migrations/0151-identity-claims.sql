-- A number that its claimant gave up is free for everybody. The row stays, so that a claimant who comes
-- back to the number does not begin a new term.
ALTER TABLE identities ADD COLUMN released_at timestamptz;
