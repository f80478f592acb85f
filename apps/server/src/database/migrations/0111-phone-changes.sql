-- A change of phone: begun, and then done or given up. What was done is kept, sealed, for whoever asks
-- later which phone a code had gone to.
CREATE TABLE phone_changes (
  customer_no text NOT NULL,
  change_no text NOT NULL,
  way text NOT NULL CHECK (way IN ('bothPhones', 'identity')),
  old_phone_sealed bytea NOT NULL,
  new_phone_sealed bytea NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done', 'dropped')),
  begun_at timestamptz NOT NULL,
  done_at timestamptz,
  PRIMARY KEY (customer_no, change_no)
);

-- One at a time: the newest counts.
CREATE UNIQUE INDEX phone_changes_open ON phone_changes (customer_no) WHERE state = 'open';
