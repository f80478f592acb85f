-- What the newest application of a customer came to, and where it was made.
ALTER TABLE applications
  ADD COLUMN submitted_at timestamptz,
  ADD COLUMN decided_at timestamptz,
  -- Why there is no limit, where that is said on every page: a matter of risk, or a plain no.
  ADD COLUMN refusal text CHECK (refusal IN ('risk-refused', 'refused')),
  -- The day from which another application may be made.
  ADD COLUMN retry_on date,
  -- The phone it was made on: a place and an address belong to a person, so all of it is sealed.
  ADD COLUMN terminal_sealed bytea,
  ADD COLUMN devices_sealed bytea;

-- Whom the lender has invited, with the limit that is decided already.
CREATE TABLE invitations (
  phone_index bytea PRIMARY KEY,
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  grade text NOT NULL CHECK (grade IN ('A', 'B', 'C', 'D', 'E')),
  last_day date NOT NULL,
  taken_at timestamptz
);
COMMENT ON TABLE invitations IS 'look-up: blind index of a phone -> the limit its owner is invited to';
