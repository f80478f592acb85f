-- A code belongs to whoever requested it: others can neither use its tries up nor replace it.
ALTER TABLE sms_codes ADD COLUMN requester_hash bytea NOT NULL DEFAULT ''::bytea;
ALTER TABLE sms_codes DROP CONSTRAINT sms_codes_pkey;
ALTER TABLE sms_codes ADD PRIMARY KEY (phone_index, purpose, requester_hash);
ALTER TABLE sms_codes ALTER COLUMN requester_hash DROP DEFAULT;
COMMENT ON TABLE sms_codes IS
  'look-up: blind index of a phone, a purpose and who requested it -> the code';

-- One row for the phone (no network) and one for each network that requested codes for it.
ALTER TABLE sms_quotas ADD COLUMN network_hash bytea NOT NULL DEFAULT ''::bytea;
ALTER TABLE sms_quotas ADD COLUMN unverified_count smallint NOT NULL DEFAULT 0
  CHECK (unverified_count >= 0);
ALTER TABLE sms_quotas DROP CONSTRAINT sms_quotas_pkey;
ALTER TABLE sms_quotas ADD PRIMARY KEY (phone_index, network_hash);
ALTER TABLE sms_quotas ALTER COLUMN network_hash DROP DEFAULT;
COMMENT ON TABLE sms_quotas IS
  'look-up: blind index of a phone and a network -> messages sent on a day';

-- Wrong passwords are counted for an account (no network), and for an account from a network.
ALTER TABLE password_tries ADD COLUMN network_hash bytea NOT NULL DEFAULT ''::bytea;
ALTER TABLE password_tries DROP CONSTRAINT password_tries_pkey;
ALTER TABLE password_tries ADD PRIMARY KEY (who_index, network_hash);
ALTER TABLE password_tries ALTER COLUMN network_hash DROP DEFAULT;
COMMENT ON TABLE password_tries IS
  'look-up: blind index of a phone or a username, known or not, and a network -> wrong passwords';
-- A network from which somebody signed in lately is not locked by what others try from elsewhere.
ALTER TABLE password_tries ADD COLUMN succeeded_at timestamptz;
-- How often the row was locked lately: a second lock lasts longer.
ALTER TABLE password_tries ADD COLUMN locks smallint NOT NULL DEFAULT 0;
