-- An SMS by template and parameters, as SMS services want it. A message from before these columns has its text only.
ALTER TABLE outbox ADD COLUMN template text;
ALTER TABLE outbox ADD COLUMN parameters_sealed bytea;

-- When the message was first given to a service. Before a second attempt the service is asked whether it has it.
ALTER TABLE outbox ADD COLUMN tried_at timestamptz;

-- Why the service refused the message for good, such as an invalid number; then sent_at is the time of the refusal.
ALTER TABLE outbox ADD COLUMN refusal text;
