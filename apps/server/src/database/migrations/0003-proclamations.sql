CREATE TABLE proclamations (
  proclamation_no text PRIMARY KEY,
  message text NOT NULL CHECK (length(message) BETWEEN 1 AND 2000),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz
);
COMMENT ON TABLE proclamations IS 'reference: notices put into every answer while they last';
