-- A borrower of a stricken region asks for more time: what is asked for, beside the proof of the need.
CREATE TABLE reliefs (
  customer_no text NOT NULL,
  relief_no text NOT NULL,
  proof_no text NOT NULL,
  loan_no text NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'review', 'approved', 'refused')),
  days integer CHECK (days > 0),
  reason text,
  -- A borrower's own words may hold names.
  note_sealed bytea,
  -- The business date it was asked for on, and the penalty of each instalment then: the days of the
  -- review cost none.
  asked_on date,
  penalties_fen bigint[],
  opened_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, relief_no),
  UNIQUE (customer_no, proof_no),
  CHECK (state = 'open' OR (days IS NOT NULL AND asked_on IS NOT NULL AND penalties_fen IS NOT NULL))
);
REVOKE DELETE, TRUNCATE ON reliefs FROM qingzhou_app;
-- Somebody has one application under review, however many phones they have.
CREATE UNIQUE INDEX reliefs_running ON reliefs (customer_no) WHERE state = 'review';
