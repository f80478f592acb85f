-- Copies of their personal data that borrowers ask for. The archive is one of their files; it is released when its
-- days are over.
CREATE TABLE data_copies (
  customer_no text NOT NULL,
  request_no text NOT NULL,
  state text NOT NULL CHECK (state IN ('preparing', 'ready', 'expired')),
  tables_read integer NOT NULL DEFAULT 0,
  tables_total integer NOT NULL,
  requested_at timestamptz NOT NULL,
  ready_at timestamptz,
  -- The last moment at which it can be downloaded.
  expires_at timestamptz,
  expired_at timestamptz,
  file_no text,
  bytes integer,
  -- SHA-256 of the archive.
  digest bytea,
  downloads integer NOT NULL DEFAULT 0,
  downloaded_at timestamptz,
  PRIMARY KEY (customer_no, request_no),
  CHECK (tables_read BETWEEN 0 AND tables_total),
  CHECK ((state = 'preparing') = (ready_at IS NULL)),
  CHECK (state = 'preparing' OR (expires_at IS NOT NULL AND bytes IS NOT NULL AND digest IS NOT NULL)),
  CHECK ((state = 'ready') = (file_no IS NOT NULL)),
  CHECK ((state = 'expired') = (expired_at IS NOT NULL))
);
-- One copy at a time, however many phones ask.
CREATE UNIQUE INDEX data_copies_preparing ON data_copies (customer_no) WHERE state = 'preparing';

ALTER TABLE file_links
  DROP CONSTRAINT file_links_form_check,
  ADD CONSTRAINT file_links_form_check CHECK (form IN ('picture', 'pdf', 'csv', 'zip'));
