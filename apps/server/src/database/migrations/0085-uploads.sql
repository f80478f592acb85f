-- Files on their way, part by part, so that a line that breaks costs one part. What is here is sealed,
-- and swept away after a day.
CREATE TABLE uploads (
  -- Whom the file is about; empty for work of the house.
  customer_no text NOT NULL,
  -- Who sends it; empty where the customer does.
  staff_no text NOT NULL,
  -- What it is for: the same file may be sent for two things.
  about text NOT NULL,
  upload_no text NOT NULL,
  name_sealed bytea NOT NULL,
  size integer NOT NULL CHECK (size > 0),
  -- A keyed hash of the digest it was announced with: a digest alone would tell which known file it is.
  digest_hash bytea NOT NULL,
  -- Once it has become a file of ours; its parts are then gone.
  file_no text,
  begun_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, staff_no, about, upload_no)
);
CREATE INDEX uploads_begun_at ON uploads (begun_at);
CREATE INDEX uploads_staff_no ON uploads (staff_no, begun_at) WHERE staff_no <> '';

CREATE TABLE upload_parts (
  customer_no text NOT NULL,
  staff_no text NOT NULL,
  about text NOT NULL,
  upload_no text NOT NULL,
  part_no integer NOT NULL CHECK (part_no >= 0),
  bytes_sealed bytea NOT NULL,
  PRIMARY KEY (customer_no, staff_no, about, upload_no, part_no),
  FOREIGN KEY (customer_no, staff_no, about, upload_no) REFERENCES uploads ON DELETE CASCADE
);
-- Ciphertext does not get smaller.
ALTER TABLE upload_parts ALTER COLUMN bytes_sealed SET STORAGE EXTERNAL;
