-- A face check that the provider is unsure about waits for a reviewer. Its frames are kept as evidence, with the
-- customer's other files.
ALTER TABLE face_attempts
  DROP CONSTRAINT face_attempts_state_check,
  ADD CONSTRAINT face_attempts_state_check
    CHECK (state IN ('open', 'judging', 'review', 'passed', 'failed')),
  ADD COLUMN frame_file_nos text[] NOT NULL DEFAULT '{}',
  ADD COLUMN referred_at timestamptz,
  ADD COLUMN reviewed_by text,
  -- What the reviewer tells the customer after a refusal.
  ADD COLUMN review_reason_sealed bytea,
  ADD CONSTRAINT face_attempts_review_check
    CHECK (state <> 'review' OR (referred_at IS NOT NULL AND frame_file_nos <> '{}')),
  ADD CONSTRAINT face_attempts_reviewed_check
    CHECK (reviewed_by IS NULL OR (referred_at IS NOT NULL AND state IN ('passed', 'failed')));
CREATE INDEX face_attempts_referred ON face_attempts (attempt_no) WHERE referred_at IS NOT NULL;
