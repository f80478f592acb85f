-- Readiness writes here and rolls back: a truncated table has to be given new blocks of the disk, so a
-- full one is noticed before a borrower meets it. Nothing is ever committed.
CREATE UNLOGGED TABLE write_probe (filler text NOT NULL);
ALTER TABLE write_probe ALTER COLUMN filler SET STORAGE PLAIN;
COMMENT ON TABLE write_probe IS 'reference: always empty, shows whether the disk can be written';
GRANT TRUNCATE ON write_probe TO qingzhou_app;
