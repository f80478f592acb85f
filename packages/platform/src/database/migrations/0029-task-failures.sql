-- Why a task failed last: the kind of the refusal, or that it was a fault, so that a person who looks
-- at the exception sees the rule. The text of an error may hold personal data, and stays in the log.
ALTER TABLE tasks
  ADD COLUMN failed_by text,
  ADD CONSTRAINT tasks_failed_by CHECK (failed_by ~ '^[a-z][a-z0-9-]{0,59}$');
COMMENT ON COLUMN tasks.failed_by IS
  'The kind of the refusal, `provider-fault` or `internal-fault`, of the last failed attempt. NULL before one';
