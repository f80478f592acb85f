-- That a person named themselves rightly, for one deed. Who they are is on the card: nothing of it is here.
CREATE TABLE identity_matches (
  customer_no text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('plan', 'phone')),
  -- What it is for: a plan's number, the number of a phone change.
  business_no text NOT NULL,
  matched_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, purpose, business_no)
);
CREATE INDEX identity_matches_matched_at ON identity_matches (matched_at);

ALTER TABLE face_sessions DROP CONSTRAINT face_sessions_purpose_check;
ALTER TABLE face_sessions ADD CONSTRAINT face_sessions_purpose_check
  CHECK (purpose IN ('credit', 'loan', 'plan', 'phone'));
