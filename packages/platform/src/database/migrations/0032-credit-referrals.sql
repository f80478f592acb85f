-- The rules refer an application to a person: the decision has the limit that they give at most.
ALTER TABLE decisions
  DROP CONSTRAINT decisions_outcome_check,
  DROP CONSTRAINT decisions_check,
  DROP CONSTRAINT decisions_check1,
  ADD CONSTRAINT decisions_outcome_check
    CHECK (outcome IN ('approved', 'referred', 'declined', 'refused', 'risk-refused')),
  ADD CONSTRAINT decisions_limit_check
    CHECK ((outcome IN ('approved', 'referred')) = (grade IS NOT NULL AND amount_fen IS NOT NULL)),
  ADD CONSTRAINT decisions_retry_check
    CHECK ((outcome IN ('approved', 'referred')) = (retry_on IS NULL));

-- What a person decides on an application that the rules have referred.
CREATE TABLE credit_referrals (
  customer_no text NOT NULL,
  application_no text NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'approved', 'refused', 'lapsed')),
  referred_at timestamptz NOT NULL,
  -- It lapses if no person has decided by then.
  decide_by timestamptz NOT NULL,
  -- The first of two reviewers, where the limit needs two.
  first_by text,
  first_at timestamptz,
  first_amount_fen bigint,
  decided_by text,
  ended_at timestamptz,
  -- The limit that was approved.
  amount_fen bigint,
  -- Why it was refused.
  ground text,
  PRIMARY KEY (customer_no, application_no),
  CHECK (decide_by > referred_at),
  CHECK ((first_by IS NULL) = (first_at IS NULL) AND (first_by IS NULL) = (first_amount_fen IS NULL)),
  CHECK ((state = 'open') = (ended_at IS NULL)),
  CHECK ((state IN ('approved', 'refused')) = (decided_by IS NOT NULL)),
  CHECK ((state = 'approved') = (amount_fen IS NOT NULL)),
  CHECK ((state = 'refused') = (ground IS NOT NULL)),
  CHECK (first_by IS NULL OR first_by <> decided_by OR state <> 'approved')
);
CREATE INDEX credit_referrals_open ON credit_referrals (application_no) WHERE state = 'open';
