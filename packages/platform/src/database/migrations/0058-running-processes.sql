-- The servers and workers that run, each with the ids of the vault keys that it holds. A process reports every few
-- seconds and removes its row when it stops; an old row is of a process that was killed.
CREATE TABLE running_processes (
  process_id text PRIMARY KEY,
  host text NOT NULL,
  pid integer NOT NULL,
  version text NOT NULL,
  vault_key_ids text[] NOT NULL,
  -- Whether it takes tasks from the queue.
  takes_tasks boolean NOT NULL,
  seen_at timestamptz NOT NULL
);
COMMENT ON TABLE running_processes IS 'reference: the servers and workers that run';

-- When backups were completed, for the monitor.
CREATE TABLE completed_backups (
  completed_at timestamptz PRIMARY KEY
);
COMMENT ON TABLE completed_backups IS 'reference: when backups were completed';
