-- A new card is taken from whoever has the face of the old one. Where that could be seen, the new
-- portrait is known from the first day on; where no old portrait was left, it has to wait.
ALTER TABLE face_sessions DROP CONSTRAINT face_sessions_purpose_check;
ALTER TABLE face_sessions ADD CONSTRAINT face_sessions_purpose_check
  CHECK (purpose IN ('credit', 'loan', 'plan', 'phone', 'amend'));
ALTER TABLE id_card_history ADD COLUMN is_holder_seen boolean NOT NULL DEFAULT false;
