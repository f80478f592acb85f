-- An app account signs somebody in only once it was confirmed: by an SMS code, or by registering the
-- account itself. A link from before this column asks for a code at its next use.
ALTER TABLE linked_accounts ADD COLUMN confirmed_at timestamptz;

-- What a list of sessions shows. `app` is the linked app that opened a session, so that it ends with
-- the link.
ALTER TABLE sessions
  ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN device_name text NOT NULL DEFAULT '',
  ADD COLUMN app text CHECK (app IN ('wallet', 'messenger'));
-- data move: sessions from before get their last use and end after 30 days; test: apps/server/src/upgrade.test.ts
UPDATE sessions SET
  last_used_at = greatest(opened_at, expires_at - interval '1 day'),
  expires_at = least(expires_at, opened_at + interval '30 days');

-- The devices an account was signed in on. A sign-in on any other is announced.
CREATE TABLE known_devices (
  customer_no text NOT NULL,
  device_hash bytea NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, device_hash)
);
INSERT INTO known_devices (customer_no, device_hash, last_seen_at)
SELECT customer_no, device_hash, max(last_used_at) FROM sessions
 WHERE device_hash IS NOT NULL GROUP BY customer_no, device_hash;
