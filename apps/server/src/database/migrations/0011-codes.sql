-- Unlogged: an image code that a crash wiped out is simply drawn again.
CREATE UNLOGGED TABLE captchas (
  key_hash bytea PRIMARY KEY,
  code_hash bytea NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'passed', 'spent')),
  expires_at timestamptz NOT NULL
);
CREATE INDEX captchas_expires_at ON captchas (expires_at);
COMMENT ON TABLE captchas IS 'look-up: hashed key of an image code -> its hashed characters';

CREATE TABLE sms_codes (
  phone_index bytea NOT NULL,
  purpose text NOT NULL,
  code_hash bytea NOT NULL,
  tries smallint NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (phone_index, purpose)
);
COMMENT ON TABLE sms_codes IS 'look-up: blind index of a phone and a purpose -> its one code';

CREATE TABLE sms_quotas (
  phone_index bytea PRIMARY KEY,
  sent_on date NOT NULL,
  sent_count smallint NOT NULL CHECK (sent_count BETWEEN 0 AND 10),
  last_sent_at timestamptz
);
COMMENT ON TABLE sms_quotas IS 'look-up: blind index of a phone -> messages sent to it on a day';

CREATE TABLE password_tries (
  phone_index bytea PRIMARY KEY,
  failures smallint NOT NULL,
  failed_at timestamptz NOT NULL,
  locked_until timestamptz
);
COMMENT ON TABLE password_tries IS 'look-up: blind index of a phone, known or not -> wrong passwords';

-- A code checked for a purpose opens that purpose for a while, in this session alone.
CREATE TABLE passed_checks (
  customer_no text NOT NULL,
  session_id text NOT NULL,
  purpose text NOT NULL,
  passed_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, session_id, purpose)
);
