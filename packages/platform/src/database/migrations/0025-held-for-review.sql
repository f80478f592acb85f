-- A draw, a plan or a phone change whose face check waits for a person is kept open until then, and until
-- then it may go on with what the person has decided.
ALTER TABLE face_sessions ADD COLUMN held_until timestamptz;
-- The first of two reviewers, where the check needs two.
ALTER TABLE face_attempts
  ADD COLUMN first_reviewed_by text,
  ADD COLUMN first_reviewed_at timestamptz,
  ADD CONSTRAINT face_attempts_first_review_check
    CHECK ((first_reviewed_by IS NULL) = (first_reviewed_at IS NULL)
           AND (first_reviewed_by IS NULL OR referred_at IS NOT NULL));
