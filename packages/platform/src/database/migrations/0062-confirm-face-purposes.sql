-- The check of 0061, for the rows that were there before, without a lock against writes.
ALTER TABLE face_sessions VALIDATE CONSTRAINT face_sessions_purpose_check;
