-- The step of a trace that queued the task, in the W3C format. Null without tracing.
ALTER TABLE tasks ADD COLUMN trace_parent text;
