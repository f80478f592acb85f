-- What was uploaded or drawn up for a customer. The bytes lie sealed in the object store, under the
-- file's own number. A file that nothing holds is swept away: a crash leaves no picture behind.
CREATE TABLE files (
  customer_no text NOT NULL,
  file_no text NOT NULL,
  kind text NOT NULL,
  -- Of the sealed bytes: what lies in the store is what was put there, for this very file.
  digest bytea NOT NULL,
  put_at timestamptz NOT NULL,
  -- Null: something holds it.
  loose_since timestamptz,
  PRIMARY KEY (customer_no, file_no)
);
CREATE INDEX files_loose_since ON files (loose_since) WHERE loose_since IS NOT NULL;
