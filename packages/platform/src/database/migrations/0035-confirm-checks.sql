-- Confirms the checks of 0034 for the rows that were there before, while the tables stay writable.
ALTER TABLE limits VALIDATE CONSTRAINT limits_never_over;
ALTER TABLE draws VALIDATE CONSTRAINT draws_sound;
ALTER TABLE loans VALIDATE CONSTRAINT loans_sound;
ALTER TABLE payments VALIDATE CONSTRAINT payments_sound;
ALTER TABLE ledger_moves VALIDATE CONSTRAINT ledger_moves_sound;
