-- The secret of an authenticator app, sealed by the vault. A code is used once: none at or before last_step counts.
CREATE TABLE staff_second_factors (
  staff_no text PRIMARY KEY REFERENCES staff,
  secret_sealed bytea NOT NULL,
  last_step bigint NOT NULL,
  enrolled_at timestamptz NOT NULL
);
COMMENT ON TABLE staff_second_factors IS 'reference: a member of staff -> their authenticator app';

CREATE TABLE staff_recovery_codes (
  code_hash bytea PRIMARY KEY,
  staff_no text NOT NULL REFERENCES staff,
  used_at timestamptz
);
COMMENT ON TABLE staff_recovery_codes IS 'look-up: hash of a recovery code -> member of staff';
CREATE INDEX staff_recovery_codes_staff ON staff_recovery_codes (staff_no);

-- Between the two steps of a sign-in. A secret stands here while its owner has not typed a code of it yet.
CREATE TABLE staff_sign_in_tickets (
  ticket_hash bytea PRIMARY KEY,
  staff_no text NOT NULL REFERENCES staff,
  secret_sealed bytea,
  tries smallint NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE staff_sign_in_tickets IS 'look-up: hash of a ticket -> sign-in that waits for its second step';
CREATE INDEX staff_sign_in_tickets_staff ON staff_sign_in_tickets (staff_no);
CREATE INDEX staff_sign_in_tickets_expires_at ON staff_sign_in_tickets (expires_at);

-- Failed sign-ins are counted here; the staff log gets one row for each member of staff and hour. Staff number '' is
-- for usernames that nobody has.
CREATE TABLE staff_sign_in_failures (
  staff_no text NOT NULL,
  hour timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  locks integer NOT NULL DEFAULT 0,
  PRIMARY KEY (staff_no, hour)
);
COMMENT ON TABLE staff_sign_in_failures IS 'look-up: member of staff and hour -> failed sign-ins';
