-- Work for later, queued in the transaction that wants it. It is told numbers alone, never personal data.
CREATE TABLE tasks (
  -- Whom it is about; empty for work of the house.
  customer_no text NOT NULL,
  task_no bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  task_key text,
  payload jsonb NOT NULL,
  run_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  -- Somebody is doing it.
  locked_at timestamptz,
  locked_by text,
  -- Queued anew while it ran: should it fail, its successor does the work.
  is_superseded boolean NOT NULL DEFAULT false,
  PRIMARY KEY (customer_no, task_no)
);
-- Under a key, one waits: queued again it replaces what has not begun yet.
CREATE UNIQUE INDEX tasks_waiting ON tasks (customer_no, kind, task_key)
  WHERE task_key IS NOT NULL AND locked_at IS NULL;
CREATE INDEX tasks_due ON tasks (run_at, task_no) WHERE locked_at IS NULL;
