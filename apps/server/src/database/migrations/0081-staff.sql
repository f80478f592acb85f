-- Members of staff. Who leaves is switched off, never removed: what they did keeps their number.
CREATE SEQUENCE staff_numbers;
CREATE TABLE staff (
  staff_no text PRIMARY KEY DEFAULT 'S' || lpad(nextval('staff_numbers')::text, 6, '0'),
  username text NOT NULL UNIQUE CHECK (username ~ '^[a-z][a-z0-9_.-]{1,31}$'),
  name_sealed bytea NOT NULL,
  -- The address of a picture on our own host; nothing for who has none.
  avatar text NOT NULL DEFAULT '' CHECK (avatar ~ '^(/[A-Za-z0-9_-][A-Za-z0-9_./-]{0,199})?$'),
  -- Who may do nothing is switched off instead.
  roles text[] NOT NULL CHECK (cardinality(roles) > 0 AND roles <@ ARRAY['operator', 'reviewer', 'admin']),
  password_hash text NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL
);
COMMENT ON TABLE staff IS 'reference: who works here, and what they may do';
REVOKE DELETE, TRUNCATE ON staff FROM qingzhou_app;

CREATE TABLE staff_sessions (
  secret_hash bytea PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  staff_no text NOT NULL REFERENCES staff,
  opened_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE staff_sessions IS 'look-up: hash of a staff session''s secret -> member of staff';
CREATE INDEX staff_sessions_staff ON staff_sessions (staff_no);
CREATE INDEX staff_sessions_expires_at ON staff_sessions (expires_at);

-- Wrong passwords are counted alike for borrowers and for staff.
ALTER TABLE password_tries RENAME COLUMN phone_index TO who_index;
COMMENT ON TABLE password_tries IS
  'look-up: blind index of a phone or a username, known or not -> wrong passwords';
