-- A file of names on its way onto the list. Its bytes are an upload's; nothing of them stands here.
CREATE TABLE name_imports (
  import_no text PRIMARY KEY,
  staff_no text NOT NULL,
  upload_no text NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'checking', 'saving', 'done', 'refused')),
  -- How often it was begun: one that never comes to an end is given up.
  begun integer NOT NULL DEFAULT 0,
  row_count integer NOT NULL DEFAULT 0,
  rows_done integer NOT NULL DEFAULT 0,
  added integer NOT NULL DEFAULT 0,
  already integer NOT NULL DEFAULT 0,
  -- Sealed, as a file without a heading has people where its columns should be named.
  problems_sealed bytea,
  problems_total integer NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK ((ended_at IS NULL) = (state IN ('waiting', 'checking', 'saving')))
);
COMMENT ON TABLE name_imports IS 'reference: imports of the list of employees';
CREATE INDEX name_imports_upload ON name_imports (staff_no, upload_no, started_at);
-- One at a time.
CREATE UNIQUE INDEX name_imports_running ON name_imports ((true))
  WHERE state IN ('waiting', 'checking', 'saving');
