-- How many tries and messages there are is the product's figure; the database only refuses nonsense.
ALTER TABLE sms_codes DROP CONSTRAINT sms_codes_tries_check;
ALTER TABLE sms_codes ADD CONSTRAINT sms_codes_tries_check CHECK (tries >= 0);
ALTER TABLE sms_quotas DROP CONSTRAINT sms_quotas_sent_count_check;
ALTER TABLE sms_quotas ADD CONSTRAINT sms_quotas_sent_count_check CHECK (sent_count >= 0);

-- Rows that have run their time are swept away a few at a time, by whoever writes the next one.
CREATE INDEX sms_codes_expires_at ON sms_codes (expires_at);
CREATE INDEX sms_quotas_sent_on ON sms_quotas (sent_on);
CREATE INDEX password_tries_failed_at ON password_tries (failed_at);
CREATE INDEX passed_checks_passed_at ON passed_checks (passed_at);
