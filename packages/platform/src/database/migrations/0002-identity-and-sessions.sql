-- Customers, how they sign in, and how they prove who they are.
--
-- Foreign keys: face_attempts references face_sessions. The others have none. Look-ups by blind index or token
-- hash (phones, linked_accounts, sessions, sms_codes, identities) can be on another machine than the customer,
-- and some are written before the customer exists. verifications and session_devices outlive their session
-- until they are swept. Photos name files, and an erasure deletes the rows of files later than the photos.

CREATE TABLE customers (
  customer_no text PRIMARY KEY,
  user_id text NOT NULL,
  phone_sealed bytea NOT NULL,
  password_hash text,
  channel text NOT NULL,
  uri_id text,
  bank_partner_code text,
  registered_at timestamptz NOT NULL,
  -- Nothing is erased before the end of this day; then the last business is checked again.
  retained_until date NOT NULL DEFAULT current_date
);
CREATE INDEX customers_retained_until ON customers (retained_until);

CREATE TABLE phones (
  phone_index bytea PRIMARY KEY,
  customer_no text NOT NULL
);
COMMENT ON TABLE phones IS 'look-up: blind index of a phone -> customer';

-- An app account signs a customer in only when it is confirmed (confirmed_at): by an SMS code, or because the
-- customer registered with this account.
CREATE TABLE linked_accounts (
  provider text NOT NULL CHECK (provider IN ('wallet', 'messenger')),
  open_id_index bytea NOT NULL,
  open_id_sealed bytea NOT NULL,
  customer_no text NOT NULL,
  linked_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  PRIMARY KEY (provider, open_id_index)
);
COMMENT ON TABLE linked_accounts IS 'look-up: account in the payment or messaging app -> customer';
CREATE INDEX linked_accounts_customer ON linked_accounts (customer_no);

-- Consents: what a customer agreed to, when and from where. Append-only: a consent is never removed.
CREATE TABLE consents (
  customer_no text NOT NULL,
  page_name text NOT NULL,
  page_version text NOT NULL,
  agreed_at timestamptz NOT NULL,
  ip_sealed bytea NOT NULL,
  device_sealed bytea,
  user_agent_sealed bytea NOT NULL,
  PRIMARY KEY (customer_no, page_name, page_version)
);

CREATE TABLE terminals (
  customer_no text NOT NULL,
  device_index bytea NOT NULL,
  terminal_sealed bytea NOT NULL,
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, device_index)
);

-- The last visit, because a customer who registers and never returns is erased too.
CREATE TABLE last_visits (
  customer_no text PRIMARY KEY,
  visited_on date NOT NULL
);

-- E-mail addresses that documents were sent to, offered again later.
CREATE TABLE customer_emails (
  customer_no text NOT NULL,
  email_no text NOT NULL,
  address_sealed bytea NOT NULL,
  -- Blind index: the same address is stored once.
  address_index bytea NOT NULL,
  used_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, email_no),
  UNIQUE (customer_no, address_index)
);

-- Sessions and devices -------------------------------------------------------------------------------------

CREATE TABLE sessions (
  secret_hash bytea PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  session_id text NOT NULL UNIQUE,
  customer_no text NOT NULL,
  device_hash bytea,
  opened_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- For the list of sessions. app: the linked app that opened the session; unlinking the app ends it.
  last_used_at timestamptz NOT NULL DEFAULT now(),
  device_name text NOT NULL DEFAULT '',
  app text CHECK (app IN ('wallet', 'messenger')),
  -- It may only make the face check that returns the access after a stolen phone.
  awaits_face boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE sessions IS 'look-up: hash of a session''s secret -> customer';
CREATE INDEX sessions_customer ON sessions (customer_no, device_hash);
CREATE INDEX sessions_expires_at ON sessions (expires_at);

-- What the two device vendors answered for a session: their keys, or that one did not answer. An application
-- is decided with these keys and not with keys that the phone sends, which could be those of another phone.
CREATE TABLE session_devices (
  customer_no text NOT NULL,
  session_id text NOT NULL,
  devices_sealed bytea NOT NULL,
  answered_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, session_id)
);
CREATE INDEX session_devices_answered_at ON session_devices (answered_at, customer_no);

-- Devices a customer has signed in on. A sign-in on another device is announced to the customer.
CREATE TABLE known_devices (
  customer_no text NOT NULL,
  device_hash bytea NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, device_hash)
);

-- Codes and passwords --------------------------------------------------------------------------------------
-- The limits on attempts and messages are settings of the product; the checks only refuse negative counts.
-- Each writer deletes a few expired rows, which is what the indexes on times are for.

-- Unlogged: an image code that a crash removes is drawn again.
CREATE UNLOGGED TABLE captchas (
  key_hash bytea PRIMARY KEY,
  code_hash bytea NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'passed', 'spent')),
  expires_at timestamptz NOT NULL,
  -- Bits of proof of work that an image code requires beside its characters; 0 for a network without abuse.
  work_bits smallint NOT NULL DEFAULT 0 CHECK (work_bits >= 0)
);
COMMENT ON TABLE captchas IS 'look-up: hashed key of an image code -> its hashed characters';
CREATE INDEX captchas_expires_at ON captchas (expires_at);

-- A code belongs to the requester: others can neither use up its attempts nor replace it.
CREATE TABLE sms_codes (
  phone_index bytea NOT NULL,
  purpose text NOT NULL,
  code_hash bytea NOT NULL,
  attempts smallint NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  requester_hash bytea NOT NULL,
  PRIMARY KEY (phone_index, purpose, requester_hash)
);
COMMENT ON TABLE sms_codes IS
  'look-up: blind index of a phone, a purpose and who requested it -> the code';
CREATE INDEX sms_codes_expires_at ON sms_codes (expires_at);

-- One row for the phone (empty network) and one for each network that requested codes for it.
CREATE TABLE sms_quotas (
  phone_index bytea NOT NULL,
  sent_on date NOT NULL,
  sent_count smallint NOT NULL CHECK (sent_count >= 0),
  last_sent_at timestamptz,
  network_hash bytea NOT NULL,
  unverified_count smallint NOT NULL DEFAULT 0
  CHECK (unverified_count >= 0),
  PRIMARY KEY (phone_index, network_hash)
);
COMMENT ON TABLE sms_quotas IS
  'look-up: blind index of a phone and a network -> messages sent on a day';
CREATE INDEX sms_quotas_sent_on ON sms_quotas (sent_on);

-- Wrong passwords of borrowers and staff, counted for an account (empty network) and for an account from a
-- network.
CREATE TABLE password_attempts (
  account_index bytea NOT NULL,
  failures smallint NOT NULL,
  failed_at timestamptz NOT NULL,
  locked_until timestamptz,
  network_hash bytea NOT NULL,
  -- A recent sign-in from this network: attempts from elsewhere do not lock it.
  succeeded_at timestamptz,
  -- Recent locks: a second lock lasts longer.
  locks smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (account_index, network_hash)
);
COMMENT ON TABLE password_attempts IS
  'look-up: blind index of a phone or a username, known or not, and a network -> wrong passwords';
CREATE INDEX password_attempts_failed_at ON password_attempts (failed_at);

-- A code that was verified for a purpose allows that purpose for a while, in this session only.
CREATE TABLE verifications (
  customer_no text NOT NULL,
  session_id text NOT NULL,
  purpose text NOT NULL,
  passed_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, session_id, purpose)
);
CREATE INDEX verifications_passed_at ON verifications (passed_at);

-- Links and app accounts -----------------------------------------------------------------------------------

CREATE TABLE landing_links (
  channel text NOT NULL,
  uri_id text NOT NULL,
  name text NOT NULL,
  ends_at timestamptz,
  PRIMARY KEY (channel, uri_id)
);
COMMENT ON TABLE landing_links IS 'reference: the links the lender hands out, by channel';

CREATE TABLE bank_partners (
  bank_partner_code text PRIMARY KEY,
  name text NOT NULL,
  ends_at timestamptz
);
COMMENT ON TABLE bank_partners IS 'reference: bank partners and the code their links carry';

CREATE TABLE link_tokens (
  token_hash bytea PRIMARY KEY,
  customer_no text NOT NULL,
  phone_index bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  -- The campaign that sent the link.
  campaign_no text
);
COMMENT ON TABLE link_tokens IS 'look-up: hash of a one-time link token -> customer';
CREATE INDEX link_tokens_expires_at ON link_tokens (expires_at);
CREATE INDEX link_tokens_campaign ON link_tokens (campaign_no) WHERE campaign_no IS NOT NULL;

CREATE TABLE authorisations (
  state_hash bytea PRIMARY KEY,
  provider text NOT NULL CHECK (provider IN ('wallet', 'messenger')),
  browser_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
COMMENT ON TABLE authorisations IS 'look-up: hash of an authorisation''s state -> the browser that began it';
CREATE INDEX authorisations_expires_at ON authorisations (expires_at);

CREATE TABLE registration_tickets (
  ticket_hash bytea PRIMARY KEY,
  provider text NOT NULL CHECK (provider IN ('wallet', 'messenger')),
  browser_hash bytea NOT NULL,
  open_id_sealed bytea NOT NULL,
  phone_sealed bytea,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
COMMENT ON TABLE registration_tickets IS 'look-up: hash of a ticket -> the app account it was given for';
CREATE INDEX registration_tickets_expires_at ON registration_tickets (expires_at);

-- Identity -------------------------------------------------------------------------------------------------

CREATE TABLE id_cards (
  customer_no text PRIMARY KEY,
  -- Null: valid for life.
  expires_on date,
  saved_at timestamptz NOT NULL,
  name_sealed bytea,
  number_sealed bytea,
  nation_sealed bytea,
  address_sealed bytea,
  issue_agency_sealed bytea,
  issued_on date,
  front_file_no text,
  back_file_no text
);

-- The newest readable photo of each side, and the text that was read from it.
CREATE TABLE id_card_photos (
  customer_no text NOT NULL,
  side text NOT NULL CHECK (side IN ('front', 'back')),
  file_no text NOT NULL,
  -- Keyed hash of the uploaded picture: the same picture again is answered from here.
  picture_hash bytea NOT NULL,
  reading_sealed bytea NOT NULL,
  read_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, side)
);

-- ID cards that were replaced after their holder became a customer. Auditors must be able to see the identity
-- at the time of signing as long as the law requires: sealed, with the photos.
CREATE TABLE id_card_history (
  customer_no text NOT NULL,
  history_no text NOT NULL,
  card_sealed bytea NOT NULL,
  front_file_no text NOT NULL,
  back_file_no text NOT NULL,
  saved_at timestamptz NOT NULL,
  -- When the next card was saved.
  replaced_at timestamptz NOT NULL,
  replaced_on date NOT NULL,
  -- What the customer changed, and why; an expired card is a renewal.
  change_kind text NOT NULL CHECK (change_kind IN ('name', 'idCard', 'issuer', 'renewal')),
  reason text,
  -- Counted: each change is allowed a few times a year.
  has_new_name boolean NOT NULL,
  has_new_issuer boolean NOT NULL,
  -- The face of the holder matched the old portrait. Without an old portrait the new one has to wait.
  is_holder_verified boolean NOT NULL DEFAULT false,
  PRIMARY KEY (customer_no, history_no)
);
CREATE INDEX id_card_history_replaced_on ON id_card_history (customer_no, replaced_on);

CREATE TABLE identities (
  number_index bytea PRIMARY KEY,
  customer_no text NOT NULL,
  verified_at timestamptz NOT NULL,
  -- A released number is free for everybody. The row stays, so that the same claimant does not start a new
  -- term.
  released_at timestamptz,
  -- The claim waits for a face check: until then others may claim the number, too.
  needs_face boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE identities IS 'look-up: blind index of an ID number -> the one customer it was verified for';
CREATE INDEX identities_customer_no ON identities (customer_no);

-- The customer entered name and ID number correctly, for one operation. The values are on the ID card, not here.
CREATE TABLE identity_matches (
  customer_no text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('plan', 'phone')),
  -- The number of the plan or phone change.
  business_no text NOT NULL,
  matched_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, purpose, business_no)
);
CREATE INDEX identity_matches_matched_at ON identity_matches (matched_at);

-- Attempts per customer, kind and day. One row per kind: a new day starts at zero.
CREATE TABLE daily_attempts (
  customer_no text NOT NULL,
  kind text NOT NULL,
  day date NOT NULL,
  attempts smallint NOT NULL CHECK (attempts >= 0),
  PRIMARY KEY (customer_no, kind)
);

-- A face check for one purpose. It stays open over several attempts, and a passed check is used once.
CREATE TABLE face_sessions (
  customer_no text NOT NULL,
  face_session_no text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('credit', 'loan', 'plan', 'phone', 'amend', 'access')),
  -- The number of the draw or plan; empty for the credit application.
  business_no text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'passed', 'used')),
  opened_at timestamptz NOT NULL,
  passed_at timestamptz,
  PRIMARY KEY (customer_no, face_session_no)
);
-- One open session per purpose, on however many phones.
CREATE UNIQUE INDEX face_sessions_open ON face_sessions (customer_no, purpose, business_no)
  WHERE state = 'open';

-- One attempt: in our page with a one-time token, or at the service of the channel. Frames are not stored,
-- only the result.
CREATE TABLE face_attempts (
  customer_no text NOT NULL,
  attempt_no text NOT NULL,
  face_session_no text NOT NULL,
  place text NOT NULL CHECK (place IN ('page', 'channel')),
  token_hash bytea,
  actions text[] NOT NULL DEFAULT '{}',
  -- The ID card whose holder is expected; a card saved later is another one.
  front_file_no text,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'judging', 'passed', 'failed')),
  reason text,
  -- The result and score of the provider, also where our rule is stricter.
  judgement text,
  distance_ppm integer,
  started_at timestamptz NOT NULL,
  -- The day whose attempts it counts for; null: not counted.
  counted_on date,
  ended_at timestamptz,
  PRIMARY KEY (customer_no, attempt_no),
  FOREIGN KEY (customer_no, face_session_no) REFERENCES face_sessions
);
CREATE INDEX face_attempts_session ON face_attempts (customer_no, face_session_no, started_at);

CREATE TABLE face_orders (
  order_no text PRIMARY KEY,
  customer_no text NOT NULL,
  ordered_at timestamptz NOT NULL
);
COMMENT ON TABLE face_orders IS 'look-up: number of a face check at the channel -> customer';

-- A change of phone. Finished changes are stored, sealed, to answer later which phone received a code.
CREATE TABLE phone_changes (
  customer_no text NOT NULL,
  change_no text NOT NULL,
  method text NOT NULL CHECK (method IN ('bothPhones', 'identity')),
  old_phone_sealed bytea NOT NULL,
  new_phone_sealed bytea NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done', 'dropped')),
  started_at timestamptz NOT NULL,
  done_at timestamptz,
  PRIMARY KEY (customer_no, change_no)
);
-- One open change: a newer one replaces it.
CREATE UNIQUE INDEX phone_changes_open ON phone_changes (customer_no) WHERE state = 'open';

-- A customer whom staff have blocked, with the reason. Borrowing stops; paying never does.
CREATE TABLE customer_blocks (
  customer_no text NOT NULL,
  block_no text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('stolen-phone', 'fraud', 'court', 'death', 'bankruptcy')),
  -- Why, in the words of the member of staff.
  note_sealed bytea NOT NULL,
  blocked_by text NOT NULL,
  blocked_at timestamptz NOT NULL,
  -- The block froze the limit, so its end opens it again.
  froze_limit boolean NOT NULL,
  -- After a stolen phone: since then the customer can sign in at the phone on file, and has to pass a face check.
  access_restored_at timestamptz CHECK (access_restored_at IS NULL OR reason = 'stolen-phone'),
  ended_by text,
  ended_at timestamptz,
  PRIMARY KEY (customer_no, block_no),
  CHECK ((ended_by IS NULL) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX customer_blocks_open ON customer_blocks (customer_no, reason) WHERE ended_at IS NULL;
REVOKE DELETE ON customer_blocks FROM qingzhou_app;
SELECT allow_erasure('customer_blocks');
