-- Links under which a file can be seen for some minutes, in the very session that asked for them.
CREATE TABLE file_links (
  token_hash bytea PRIMARY KEY,
  -- A keyed hash of the half of the session that no script can read.
  holder_hash bytea NOT NULL,
  customer_no text NOT NULL,
  file_no text NOT NULL,
  name_sealed bytea NOT NULL,
  form text NOT NULL CHECK (form IN ('picture', 'pdf', 'csv')),
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE file_links IS 'look-up: token of a link -> file';
CREATE INDEX file_links_expires_at ON file_links (expires_at);
