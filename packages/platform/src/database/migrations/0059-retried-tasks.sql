-- When an operator last retried a task: what it asks for is then asked for often again, however old the order is.
ALTER TABLE tasks ADD COLUMN retried_at timestamptz;
