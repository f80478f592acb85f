ALTER TABLE id_cards
  ADD COLUMN name_sealed bytea,
  ADD COLUMN number_sealed bytea,
  ADD COLUMN nation_sealed bytea,
  ADD COLUMN address_sealed bytea,
  ADD COLUMN issue_agency_sealed bytea,
  ADD COLUMN issued_on date,
  ADD COLUMN front_file_no text,
  ADD COLUMN back_file_no text;

-- The newest photo of each side that could be read, and what was read off it.
CREATE TABLE id_card_photos (
  customer_no text NOT NULL,
  side text NOT NULL CHECK (side IN ('front', 'back')),
  file_no text NOT NULL,
  -- Keyed, of the picture as it came: the same picture again is answered from here.
  picture_hash bytea NOT NULL,
  reading_sealed bytea NOT NULL,
  read_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, side)
);

CREATE TABLE identities (
  number_index bytea PRIMARY KEY,
  customer_no text NOT NULL,
  verified_at timestamptz NOT NULL
);
CREATE INDEX identities_customer_no ON identities (customer_no);
COMMENT ON TABLE identities IS 'look-up: blind index of an ID number -> the one customer it was verified for';

-- How often a person tried something on a day. One row a kind: another day begins at nothing.
CREATE TABLE daily_attempts (
  customer_no text NOT NULL,
  kind text NOT NULL,
  day date NOT NULL,
  taken smallint NOT NULL CHECK (taken >= 0),
  PRIMARY KEY (customer_no, kind)
);
