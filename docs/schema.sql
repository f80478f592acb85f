-- The schema of the database, made from its catalog by `npm run schema`. For reading only: the files in
-- packages/platform/src/database/migrations create it, and their comments say why it is as it is.

-- platform ===========================================================================================

-- reference: who let the business date go beyond the calendar, and why
-- qingzhou_app: SELECT
CREATE TABLE business_date_permits (
  permit_no bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  until date NOT NULL,
  reason text NOT NULL,
  granted_by text DEFAULT SESSION_USER NOT NULL,
  granted_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT business_date_permits_pkey PRIMARY KEY (permit_no),
  CONSTRAINT business_date_permits_reason_check CHECK ((reason <> ''::text))
);
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE ON business_date_permits FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON business_date_permits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- reference: the one business date of the whole system
-- qingzhou_app: INSERT, SELECT, UPDATE
CREATE TABLE business_date (
  is_only boolean DEFAULT true NOT NULL,
  business_date date NOT NULL,
  CONSTRAINT business_date_pkey PRIMARY KEY (is_only),
  CONSTRAINT business_date_is_only_check CHECK (is_only)
);
CREATE TRIGGER guard_business_date BEFORE INSERT OR UPDATE ON business_date FOR EACH ROW EXECUTE FUNCTION guard_business_date();

-- look-up: hashed key of a limit -> how often it was taken
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNLOGGED TABLE rate_limits (
  key_hash bytea NOT NULL,
  taken integer NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key_hash)
) WITH (fillfactor=70);
CREATE INDEX rate_limits_ends_at ON rate_limits USING btree (ends_at);

-- look-up: hash of a ciphertext -> when it came, so that it is taken once
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNLOGGED TABLE seen_bodies (
  body_hash bytea NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT seen_bodies_pkey PRIMARY KEY (body_hash)
);
CREATE INDEX seen_bodies_seen_at ON seen_bodies USING btree (seen_at);

-- reference: keys that open sealed bodies, newest published
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE body_keys (
  key_id text NOT NULL,
  modulus text NOT NULL,
  exponent text NOT NULL,
  private_key_sealed bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  retired_at timestamp with time zone,
  CONSTRAINT body_keys_pkey PRIMARY KEY (key_id)
);

-- reference: which vault keys belong to this database
-- qingzhou_app: INSERT, SELECT
CREATE TABLE vault_key_checks (
  key_name text NOT NULL,
  key_digest bytea NOT NULL,
  first_used_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT vault_key_checks_pkey PRIMARY KEY (key_name)
);

-- reference: notices put into every answer while they last
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE notices (
  notice_no text NOT NULL,
  message text NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone,
  closes_service boolean DEFAULT false NOT NULL,
  CONSTRAINT notices_pkey PRIMARY KEY (notice_no),
  CONSTRAINT notices_message_check CHECK (((length(message) >= 1) AND (length(message) <= 2000)))
);

-- reference: always empty, shows whether the disk can be written
-- qingzhou_app: DELETE, INSERT, SELECT, TRUNCATE, UPDATE
CREATE UNLOGGED TABLE write_probe (
  filler text STORAGE PLAIN NOT NULL
);

-- qingzhou_app: INSERT, SELECT
CREATE TABLE erasures (
  customer_no text NOT NULL,
  last_business_on date NOT NULL,
  erased_on date NOT NULL,
  erased_at timestamp with time zone NOT NULL,
  CONSTRAINT erasures_pkey PRIMARY KEY (customer_no)
);
CREATE TRIGGER check_erasure BEFORE INSERT ON erasures FOR EACH ROW EXECUTE FUNCTION check_erasure();
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE ON erasures FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON erasures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE tasks (
  customer_no text NOT NULL,
  task_no bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  task_key text,
  payload jsonb NOT NULL,
  run_at timestamp with time zone NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  locked_at timestamp with time zone,
  locked_by text,
  is_superseded boolean DEFAULT false NOT NULL,
  lease_no bigint DEFAULT 0 NOT NULL,
  lease_until timestamp with time zone,
  dead_at timestamp with time zone,
  queued_at timestamp with time zone DEFAULT now() NOT NULL,
  is_cancelled boolean DEFAULT false NOT NULL,
  trace_parent text,
  retried_at timestamp with time zone,
  failed_by text,
  CONSTRAINT tasks_pkey PRIMARY KEY (customer_no, task_no),
  CONSTRAINT tasks_failed_by CHECK ((failed_by ~ '^[a-z][a-z0-9-]{0,59}$'::text))
);
CREATE INDEX tasks_due ON tasks USING btree (kind, run_at, task_no) WHERE ((locked_at IS NULL) AND (dead_at IS NULL));
CREATE INDEX tasks_leased ON tasks USING btree (lease_until) WHERE (locked_at IS NOT NULL);
CREATE UNIQUE INDEX tasks_waiting ON tasks USING btree (customer_no, kind, task_key) WHERE ((task_key IS NOT NULL) AND (locked_at IS NULL));

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE outbox (
  customer_no text NOT NULL,
  message_no text NOT NULL,
  kind text NOT NULL,
  text_sealed bytea NOT NULL,
  enqueued_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone,
  phone_sealed bytea,
  read_at timestamp with time zone,
  template text,
  parameters_sealed bytea,
  tried_at timestamp with time zone,
  refusal text,
  CONSTRAINT outbox_pkey PRIMARY KEY (customer_no, message_no)
);
CREATE INDEX outbox_unsent ON outbox USING btree (customer_no, message_no) WHERE (sent_at IS NULL);
CREATE TRIGGER refuse_early_delete BEFORE DELETE ON outbox FOR EACH ROW EXECUTE FUNCTION refuse_early_delete();

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE outbox_mails (
  customer_no text NOT NULL,
  message_no text NOT NULL,
  kind text NOT NULL,
  content_sealed bytea NOT NULL,
  enqueued_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone,
  read_at timestamp with time zone,
  CONSTRAINT outbox_mails_pkey PRIMARY KEY (customer_no, message_no)
);
CREATE INDEX outbox_mails_unsent ON outbox_mails USING btree (customer_no, message_no) WHERE (sent_at IS NULL);
CREATE TRIGGER refuse_early_delete BEFORE DELETE ON outbox_mails FOR EACH ROW EXECUTE FUNCTION refuse_early_delete();

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE message_settings (
  customer_no text NOT NULL,
  accepts_campaigns boolean NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT message_settings_pkey PRIMARY KEY (customer_no)
);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE files (
  customer_no text NOT NULL,
  file_no text NOT NULL,
  kind text NOT NULL,
  digest bytea NOT NULL,
  stored_at timestamp with time zone NOT NULL,
  unreferenced_since timestamp with time zone,
  next_digest bytea,
  seal_header text,
  CONSTRAINT files_pkey PRIMARY KEY (customer_no, file_no)
);
CREATE INDEX files_unreferenced_since ON files USING btree (unreferenced_since) WHERE (unreferenced_since IS NOT NULL);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE uploads (
  customer_no text NOT NULL,
  staff_no text NOT NULL,
  purpose text NOT NULL,
  upload_no text NOT NULL,
  name_sealed bytea NOT NULL,
  size integer NOT NULL,
  digest_hash bytea NOT NULL,
  file_no text,
  started_at timestamp with time zone NOT NULL,
  CONSTRAINT uploads_pkey PRIMARY KEY (customer_no, staff_no, purpose, upload_no),
  CONSTRAINT uploads_size_check CHECK ((size > 0))
);
CREATE INDEX uploads_begun_at ON uploads USING btree (started_at);
CREATE INDEX uploads_staff_no ON uploads USING btree (staff_no, started_at) WHERE (staff_no <> ''::text);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE upload_parts (
  customer_no text NOT NULL,
  staff_no text NOT NULL,
  purpose text NOT NULL,
  upload_no text NOT NULL,
  part_no integer NOT NULL,
  bytes_sealed bytea STORAGE EXTERNAL NOT NULL,
  CONSTRAINT upload_parts_pkey PRIMARY KEY (customer_no, staff_no, purpose, upload_no, part_no),
  CONSTRAINT upload_parts_customer_no_staff_no_purpose_upload_no_fkey FOREIGN KEY (customer_no, staff_no, purpose, upload_no) REFERENCES uploads(customer_no, staff_no, purpose, upload_no) ON DELETE CASCADE,
  CONSTRAINT upload_parts_part_no_check CHECK ((part_no >= 0))
);

-- look-up: token of a link -> file
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE file_links (
  token_hash bytea NOT NULL,
  holder_hash bytea NOT NULL,
  customer_no text NOT NULL,
  file_no text NOT NULL,
  name_sealed bytea NOT NULL,
  form text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT file_links_pkey PRIMARY KEY (token_hash),
  CONSTRAINT file_links_form_check CHECK ((form = ANY (ARRAY['picture'::text, 'pdf'::text, 'csv'::text, 'zip'::text])))
);
CREATE INDEX file_links_expires_at ON file_links USING btree (expires_at);

CREATE OR REPLACE FUNCTION table_of_shard(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT regexp_replace(name, '_[0-9]{6,}$', '')
$function$;

CREATE OR REPLACE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% is append-only', table_of_shard(TG_TABLE_NAME)
    USING ERRCODE = 'insufficient_privilege';
END
$function$;

CREATE OR REPLACE FUNCTION owns_schema()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT pg_has_role(current_user, (SELECT proowner FROM pg_proc WHERE oid = to_regproc('public.owns_schema')), 'USAGE')
$function$;

CREATE OR REPLACE FUNCTION refuse_change_except_resealing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF to_jsonb(NEW) - TG_ARGV[0] = to_jsonb(OLD) - TG_ARGV[0]
     AND (to_jsonb(NEW) ->> TG_ARGV[0] IS NULL) = (to_jsonb(OLD) ->> TG_ARGV[0] IS NULL)
     AND owns_schema() THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', table_of_shard(TG_TABLE_NAME)
    USING ERRCODE = 'insufficient_privilege';
END
$function$;

CREATE OR REPLACE FUNCTION must_change(changed bigint, part text)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF changed = 0 THEN
    RAISE EXCEPTION 'nothing was there to change' USING ERRCODE = 'no_data_found', DETAIL = part;
  END IF;
  RETURN changed;
END
$function$;

CREATE OR REPLACE FUNCTION shanghai_date()
 RETURNS date
 LANGUAGE sql
AS $function$
  SELECT (clock_timestamp() AT TIME ZONE 'Asia/Shanghai')::date
$function$;

CREATE OR REPLACE FUNCTION business_date_bound()
 RETURNS date
 LANGUAGE sql
AS $function$
  SELECT greatest(shanghai_date(), (SELECT max(until) FROM business_date_permits))
$function$;

CREATE OR REPLACE FUNCTION guard_business_date()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF owns_schema() THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.business_date <> OLD.business_date + 1 THEN
    RAISE EXCEPTION 'the business date % advances by one day, not to %', OLD.business_date, NEW.business_date
      USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.business_date > business_date_bound() THEN
    RAISE EXCEPTION 'the business date % is beyond the calendar of the database (%)', NEW.business_date, business_date_bound()
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION has_open_session_or_task(who text, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  IF to_regclass('public.sessions') IS NULL OR to_regclass('public.tasks') IS NULL THEN
    RETURN false;
  END IF;
  RETURN EXISTS (SELECT FROM sessions WHERE customer_no = who AND expires_at > at)
      OR EXISTS (SELECT FROM tasks WHERE customer_no = who AND dead_at IS NULL);
END
$function$;

CREATE OR REPLACE FUNCTION last_business_of(who text, at timestamp with time zone)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  is_open boolean;
  latest date;
BEGIN
  IF has_open_session_or_task(who, at) THEN
    RETURN NULL;
  END IF;
  SELECT EXISTS (SELECT FROM loans WHERE customer_no = who AND NOT is_settled)
      OR EXISTS (SELECT FROM draws WHERE customer_no = who AND state = 'reserved')
      OR EXISTS (SELECT FROM refunds WHERE customer_no = who AND state <> 'returned')
      OR EXISTS (SELECT FROM payment_orders WHERE customer_no = who AND state = 'processing')
      OR EXISTS (SELECT FROM credit_applications WHERE customer_no = who AND step = 'underReview')
      OR EXISTS (SELECT FROM public.limits, public.business_date
                  WHERE customer_no = who AND state <> 'cancelled'
                    AND valid_until >= business_date.business_date)
    INTO is_open;
  IF is_open THEN
    RETURN NULL;
  END IF;
  SELECT greatest(
      (SELECT (registered_at AT TIME ZONE 'Asia/Shanghai')::date
         FROM customers WHERE customer_no = who),
      (SELECT visited_on FROM last_visits WHERE customer_no = who),
      (SELECT max((greatest(opened_at, submitted_at, decided_at) AT TIME ZONE 'Asia/Shanghai')::date)
         FROM credit_applications WHERE customer_no = who),
      (SELECT max((changed_at AT TIME ZONE 'Asia/Shanghai')::date)
         FROM evidence WHERE customer_no = who),
      (SELECT valid_until FROM limits WHERE customer_no = who AND state <> 'cancelled'),
      (SELECT max(business_date) FROM audit_log WHERE customer_no = who))
    INTO latest;
  RETURN latest;
END
$function$;

CREATE OR REPLACE FUNCTION check_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  SELECT business_date INTO STRICT NEW.erased_on FROM public.business_date;
  NEW.last_business_on := last_business_of(NEW.customer_no, NEW.erased_at);
  IF NEW.last_business_on IS NULL
     OR NEW.last_business_on + interval '10 years' >= NEW.erased_on THEN
    RAISE EXCEPTION 'the data of a customer is retained for ten years after the last business'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION is_erased(who text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  RETURN EXISTS (SELECT FROM erasures WHERE customer_no = who);
END
$function$;

CREATE OR REPLACE FUNCTION refuse_early_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF is_erased(OLD.customer_no) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'permission denied for table %: its rows are retained for their legal term',
    table_of_shard(TG_TABLE_NAME) USING ERRCODE = 'insufficient_privilege';
END
$function$;

CREATE OR REPLACE FUNCTION allow_erasure(table_name regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  EXECUTE format('GRANT DELETE ON %s TO qingzhou_app', table_name);
  EXECUTE format('CREATE TRIGGER refuse_early_delete BEFORE DELETE ON %s
                  FOR EACH ROW EXECUTE FUNCTION refuse_early_delete()', table_name);
END
$function$;

-- identity and sessions ==============================================================================

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE customers (
  customer_no text NOT NULL,
  user_id text NOT NULL,
  phone_sealed bytea NOT NULL,
  password_hash text,
  channel text NOT NULL,
  uri_id text,
  bank_partner_code text,
  registered_at timestamp with time zone NOT NULL,
  retained_until date DEFAULT CURRENT_DATE NOT NULL,
  CONSTRAINT customers_pkey PRIMARY KEY (customer_no)
);
CREATE INDEX customers_retained_until ON customers USING btree (retained_until);

-- look-up: blind index of a phone -> customer
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE phones (
  phone_index bytea NOT NULL,
  customer_no text NOT NULL,
  CONSTRAINT phones_pkey PRIMARY KEY (phone_index)
);

-- look-up: account in the payment or messaging app -> customer
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE linked_accounts (
  provider text NOT NULL,
  open_id_index bytea NOT NULL,
  open_id_sealed bytea NOT NULL,
  customer_no text NOT NULL,
  linked_at timestamp with time zone NOT NULL,
  confirmed_at timestamp with time zone,
  CONSTRAINT linked_accounts_pkey PRIMARY KEY (provider, open_id_index),
  CONSTRAINT linked_accounts_provider_check CHECK ((provider = ANY (ARRAY['wallet'::text, 'messenger'::text])))
);
CREATE INDEX linked_accounts_customer ON linked_accounts USING btree (customer_no);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE consents (
  customer_no text NOT NULL,
  page_name text NOT NULL,
  page_version text NOT NULL,
  agreed_at timestamp with time zone NOT NULL,
  ip_sealed bytea NOT NULL,
  device_sealed bytea,
  user_agent_sealed bytea NOT NULL,
  CONSTRAINT consents_pkey PRIMARY KEY (customer_no, page_name, page_version)
);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE terminals (
  customer_no text NOT NULL,
  device_index bytea NOT NULL,
  terminal_sealed bytea NOT NULL,
  saved_at timestamp with time zone NOT NULL,
  CONSTRAINT terminals_pkey PRIMARY KEY (customer_no, device_index)
);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE last_visits (
  customer_no text NOT NULL,
  visited_on date NOT NULL,
  CONSTRAINT last_visits_pkey PRIMARY KEY (customer_no)
);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE customer_emails (
  customer_no text NOT NULL,
  email_no text NOT NULL,
  address_sealed bytea NOT NULL,
  address_index bytea NOT NULL,
  used_at timestamp with time zone NOT NULL,
  CONSTRAINT customer_emails_pkey PRIMARY KEY (customer_no, email_no),
  CONSTRAINT customer_emails_customer_no_address_index_key UNIQUE (customer_no, address_index)
);

-- look-up: hash of a session's secret -> customer
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE sessions (
  secret_hash bytea NOT NULL,
  token_hash bytea NOT NULL,
  session_id text NOT NULL,
  customer_no text NOT NULL,
  device_hash bytea,
  opened_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone DEFAULT now() NOT NULL,
  device_name text DEFAULT ''::text NOT NULL,
  app text,
  awaits_face boolean DEFAULT false NOT NULL,
  CONSTRAINT sessions_pkey PRIMARY KEY (secret_hash),
  CONSTRAINT sessions_session_id_key UNIQUE (session_id),
  CONSTRAINT sessions_token_hash_key UNIQUE (token_hash),
  CONSTRAINT sessions_app_check CHECK ((app = ANY (ARRAY['wallet'::text, 'messenger'::text])))
);
CREATE INDEX sessions_customer ON sessions USING btree (customer_no, device_hash);
CREATE INDEX sessions_expires_at ON sessions USING btree (expires_at);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE session_devices (
  customer_no text NOT NULL,
  session_id text NOT NULL,
  devices_sealed bytea NOT NULL,
  answered_at timestamp with time zone NOT NULL,
  CONSTRAINT session_devices_pkey PRIMARY KEY (customer_no, session_id)
);
CREATE INDEX session_devices_answered_at ON session_devices USING btree (answered_at, customer_no);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE known_devices (
  customer_no text NOT NULL,
  device_hash bytea NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  CONSTRAINT known_devices_pkey PRIMARY KEY (customer_no, device_hash)
);

-- look-up: hashed key of an image code -> its hashed characters
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNLOGGED TABLE captchas (
  key_hash bytea NOT NULL,
  code_hash bytea NOT NULL,
  state text DEFAULT 'open'::text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  work_bits smallint DEFAULT 0 NOT NULL,
  CONSTRAINT captchas_pkey PRIMARY KEY (key_hash),
  CONSTRAINT captchas_state_check CHECK ((state = ANY (ARRAY['open'::text, 'passed'::text, 'spent'::text]))),
  CONSTRAINT captchas_work_bits_check CHECK ((work_bits >= 0))
);
CREATE INDEX captchas_expires_at ON captchas USING btree (expires_at);

-- look-up: blind index of a phone, a purpose and who requested it -> the code
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE sms_codes (
  phone_index bytea NOT NULL,
  purpose text NOT NULL,
  code_hash bytea NOT NULL,
  attempts smallint DEFAULT 0 NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  requester_hash bytea NOT NULL,
  CONSTRAINT sms_codes_pkey PRIMARY KEY (phone_index, purpose, requester_hash),
  CONSTRAINT sms_codes_attempts_check CHECK ((attempts >= 0))
);
CREATE INDEX sms_codes_expires_at ON sms_codes USING btree (expires_at);

-- look-up: blind index of a phone and a network -> messages sent on a day
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE sms_quotas (
  phone_index bytea NOT NULL,
  sent_on date NOT NULL,
  sent_count smallint NOT NULL,
  last_sent_at timestamp with time zone,
  network_hash bytea NOT NULL,
  unverified_count smallint DEFAULT 0 NOT NULL,
  CONSTRAINT sms_quotas_pkey PRIMARY KEY (phone_index, network_hash),
  CONSTRAINT sms_quotas_sent_count_check CHECK ((sent_count >= 0)),
  CONSTRAINT sms_quotas_unverified_count_check CHECK ((unverified_count >= 0))
);
CREATE INDEX sms_quotas_sent_on ON sms_quotas USING btree (sent_on);

-- look-up: blind index of a phone or a username, known or not, and a network -> wrong passwords
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE password_attempts (
  account_index bytea NOT NULL,
  failures smallint NOT NULL,
  failed_at timestamp with time zone NOT NULL,
  locked_until timestamp with time zone,
  network_hash bytea NOT NULL,
  succeeded_at timestamp with time zone,
  locks smallint DEFAULT 0 NOT NULL,
  CONSTRAINT password_attempts_pkey PRIMARY KEY (account_index, network_hash)
);
CREATE INDEX password_attempts_failed_at ON password_attempts USING btree (failed_at);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE verifications (
  customer_no text NOT NULL,
  session_id text NOT NULL,
  purpose text NOT NULL,
  passed_at timestamp with time zone NOT NULL,
  CONSTRAINT verifications_pkey PRIMARY KEY (customer_no, session_id, purpose)
);
CREATE INDEX verifications_passed_at ON verifications USING btree (passed_at);

-- reference: the links the lender hands out, by channel
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE landing_links (
  channel text NOT NULL,
  uri_id text NOT NULL,
  name text NOT NULL,
  ends_at timestamp with time zone,
  CONSTRAINT landing_links_pkey PRIMARY KEY (channel, uri_id)
);

-- reference: bank partners and the code their links carry
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE bank_partners (
  bank_partner_code text NOT NULL,
  name text NOT NULL,
  ends_at timestamp with time zone,
  CONSTRAINT bank_partners_pkey PRIMARY KEY (bank_partner_code)
);

-- look-up: hash of a one-time link token -> customer
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE link_tokens (
  token_hash bytea NOT NULL,
  customer_no text NOT NULL,
  phone_index bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  campaign_no text,
  CONSTRAINT link_tokens_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX link_tokens_campaign ON link_tokens USING btree (campaign_no) WHERE (campaign_no IS NOT NULL);
CREATE INDEX link_tokens_expires_at ON link_tokens USING btree (expires_at);

-- look-up: hash of an authorisation's state -> the browser that began it
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE authorisations (
  state_hash bytea NOT NULL,
  provider text NOT NULL,
  browser_hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT authorisations_pkey PRIMARY KEY (state_hash),
  CONSTRAINT authorisations_provider_check CHECK ((provider = ANY (ARRAY['wallet'::text, 'messenger'::text])))
);
CREATE INDEX authorisations_expires_at ON authorisations USING btree (expires_at);

-- look-up: hash of a ticket -> the app account it was given for
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE registration_tickets (
  ticket_hash bytea NOT NULL,
  provider text NOT NULL,
  browser_hash bytea NOT NULL,
  open_id_sealed bytea NOT NULL,
  phone_sealed bytea,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT registration_tickets_pkey PRIMARY KEY (ticket_hash),
  CONSTRAINT registration_tickets_provider_check CHECK ((provider = ANY (ARRAY['wallet'::text, 'messenger'::text])))
);
CREATE INDEX registration_tickets_expires_at ON registration_tickets USING btree (expires_at);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE id_cards (
  customer_no text NOT NULL,
  expires_on date,
  saved_at timestamp with time zone NOT NULL,
  name_sealed bytea,
  number_sealed bytea,
  nation_sealed bytea,
  address_sealed bytea,
  issue_agency_sealed bytea,
  issued_on date,
  front_file_no text,
  back_file_no text,
  name_phone_index bytea,
  name_number_index bytea,
  CONSTRAINT id_cards_pkey PRIMARY KEY (customer_no)
);
CREATE INDEX id_cards_name_number ON id_cards USING btree (name_number_index);
CREATE INDEX id_cards_name_phone ON id_cards USING btree (name_phone_index);
CREATE INDEX id_cards_without_name_index ON id_cards USING btree (customer_no) WHERE ((name_phone_index IS NULL) AND (name_sealed IS NOT NULL));

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE id_card_photos (
  customer_no text NOT NULL,
  side text NOT NULL,
  file_no text NOT NULL,
  picture_hash bytea NOT NULL,
  reading_sealed bytea NOT NULL,
  read_at timestamp with time zone NOT NULL,
  CONSTRAINT id_card_photos_pkey PRIMARY KEY (customer_no, side),
  CONSTRAINT id_card_photos_side_check CHECK ((side = ANY (ARRAY['front'::text, 'back'::text])))
);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE id_card_history (
  customer_no text NOT NULL,
  history_no text NOT NULL,
  card_sealed bytea NOT NULL,
  front_file_no text NOT NULL,
  back_file_no text NOT NULL,
  saved_at timestamp with time zone NOT NULL,
  replaced_at timestamp with time zone NOT NULL,
  replaced_on date NOT NULL,
  change_kind text NOT NULL,
  reason text,
  has_new_name boolean NOT NULL,
  has_new_issuer boolean NOT NULL,
  is_holder_verified boolean DEFAULT false NOT NULL,
  CONSTRAINT id_card_history_pkey PRIMARY KEY (customer_no, history_no),
  CONSTRAINT id_card_history_change_kind_check CHECK ((change_kind = ANY (ARRAY['name'::text, 'idCard'::text, 'issuer'::text, 'renewal'::text])))
);
CREATE INDEX id_card_history_replaced_on ON id_card_history USING btree (customer_no, replaced_on);

-- look-up: blind index of an ID number -> the one customer it was verified for
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE identities (
  number_index bytea NOT NULL,
  customer_no text NOT NULL,
  verified_at timestamp with time zone NOT NULL,
  released_at timestamp with time zone,
  needs_face boolean DEFAULT false NOT NULL,
  CONSTRAINT identities_pkey PRIMARY KEY (number_index)
);
CREATE INDEX identities_customer_no ON identities USING btree (customer_no);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE identity_matches (
  customer_no text NOT NULL,
  purpose text NOT NULL,
  business_no text NOT NULL,
  matched_at timestamp with time zone NOT NULL,
  CONSTRAINT identity_matches_pkey PRIMARY KEY (customer_no, purpose, business_no),
  CONSTRAINT identity_matches_purpose_check CHECK ((purpose = ANY (ARRAY['plan'::text, 'phone'::text])))
);
CREATE INDEX identity_matches_matched_at ON identity_matches USING btree (matched_at);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE daily_attempts (
  customer_no text NOT NULL,
  kind text NOT NULL,
  day date NOT NULL,
  attempts smallint NOT NULL,
  CONSTRAINT daily_attempts_pkey PRIMARY KEY (customer_no, kind),
  CONSTRAINT daily_attempts_attempts_check CHECK ((attempts >= 0))
);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE face_sessions (
  customer_no text NOT NULL,
  face_session_no text NOT NULL,
  purpose text NOT NULL,
  business_no text NOT NULL,
  state text DEFAULT 'open'::text NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  passed_at timestamp with time zone,
  held_until timestamp with time zone,
  CONSTRAINT face_sessions_pkey PRIMARY KEY (customer_no, face_session_no),
  CONSTRAINT face_sessions_purpose_check CHECK ((purpose = ANY (ARRAY['credit'::text, 'loan'::text, 'plan'::text, 'phone'::text, 'amend'::text, 'access'::text]))),
  CONSTRAINT face_sessions_state_check CHECK ((state = ANY (ARRAY['open'::text, 'passed'::text, 'used'::text])))
);
CREATE UNIQUE INDEX face_sessions_open ON face_sessions USING btree (customer_no, purpose, business_no) WHERE (state = 'open'::text);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE face_attempts (
  customer_no text NOT NULL,
  attempt_no text NOT NULL,
  face_session_no text NOT NULL,
  place text NOT NULL,
  token_hash bytea,
  actions text[] DEFAULT '{}'::text[] NOT NULL,
  front_file_no text,
  state text DEFAULT 'open'::text NOT NULL,
  reason text,
  judgement text,
  distance_ppm integer,
  started_at timestamp with time zone NOT NULL,
  counted_on date,
  ended_at timestamp with time zone,
  frame_file_nos text[] DEFAULT '{}'::text[] NOT NULL,
  referred_at timestamp with time zone,
  reviewed_by text,
  review_reason_sealed bytea,
  first_reviewed_by text,
  first_reviewed_at timestamp with time zone,
  CONSTRAINT face_attempts_pkey PRIMARY KEY (customer_no, attempt_no),
  CONSTRAINT face_attempts_customer_no_face_session_no_fkey FOREIGN KEY (customer_no, face_session_no) REFERENCES face_sessions(customer_no, face_session_no),
  CONSTRAINT face_attempts_first_review_check CHECK ((((first_reviewed_by IS NULL) = (first_reviewed_at IS NULL)) AND ((first_reviewed_by IS NULL) OR (referred_at IS NOT NULL)))),
  CONSTRAINT face_attempts_place_check CHECK ((place = ANY (ARRAY['page'::text, 'channel'::text]))),
  CONSTRAINT face_attempts_review_check CHECK (((state <> 'review'::text) OR ((referred_at IS NOT NULL) AND (frame_file_nos <> '{}'::text[])))),
  CONSTRAINT face_attempts_reviewed_check CHECK (((reviewed_by IS NULL) OR ((referred_at IS NOT NULL) AND (state = ANY (ARRAY['passed'::text, 'failed'::text]))))),
  CONSTRAINT face_attempts_state_check CHECK ((state = ANY (ARRAY['open'::text, 'judging'::text, 'review'::text, 'passed'::text, 'failed'::text])))
);
CREATE INDEX face_attempts_referred ON face_attempts USING btree (attempt_no) WHERE (referred_at IS NOT NULL);
CREATE INDEX face_attempts_session ON face_attempts USING btree (customer_no, face_session_no, started_at);
CREATE INDEX face_attempts_to_review ON face_attempts USING btree (attempt_no) WHERE (state = 'review'::text);

-- look-up: number of a face check at the channel -> customer
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE face_orders (
  order_no text NOT NULL,
  customer_no text NOT NULL,
  ordered_at timestamp with time zone NOT NULL,
  CONSTRAINT face_orders_pkey PRIMARY KEY (order_no)
);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE phone_changes (
  customer_no text NOT NULL,
  change_no text NOT NULL,
  method text NOT NULL,
  old_phone_sealed bytea NOT NULL,
  new_phone_sealed bytea NOT NULL,
  state text DEFAULT 'open'::text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  done_at timestamp with time zone,
  CONSTRAINT phone_changes_pkey PRIMARY KEY (customer_no, change_no),
  CONSTRAINT phone_changes_method_check CHECK ((method = ANY (ARRAY['bothPhones'::text, 'identity'::text]))),
  CONSTRAINT phone_changes_state_check CHECK ((state = ANY (ARRAY['open'::text, 'done'::text, 'dropped'::text])))
);
CREATE UNIQUE INDEX phone_changes_open ON phone_changes USING btree (customer_no) WHERE (state = 'open'::text);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE customer_blocks (
  customer_no text NOT NULL,
  block_no text NOT NULL,
  reason text NOT NULL,
  note_sealed bytea NOT NULL,
  blocked_by text NOT NULL,
  blocked_at timestamp with time zone NOT NULL,
  froze_limit boolean NOT NULL,
  access_restored_at timestamp with time zone,
  ended_by text,
  ended_at timestamp with time zone,
  CONSTRAINT customer_blocks_pkey PRIMARY KEY (customer_no, block_no),
  CONSTRAINT customer_blocks_check CHECK (((access_restored_at IS NULL) OR (reason = 'stolen-phone'::text))),
  CONSTRAINT customer_blocks_check1 CHECK (((ended_by IS NULL) = (ended_at IS NULL))),
  CONSTRAINT customer_blocks_reason_check CHECK ((reason = ANY (ARRAY['stolen-phone'::text, 'fraud'::text, 'court'::text, 'death'::text, 'bankruptcy'::text])))
);
CREATE UNIQUE INDEX customer_blocks_open ON customer_blocks USING btree (customer_no, reason) WHERE (ended_at IS NULL);
CREATE TRIGGER refuse_early_delete BEFORE DELETE ON customer_blocks FOR EACH ROW EXECUTE FUNCTION refuse_early_delete();

-- applications and profiles ==========================================================================

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE credit_applications (
  customer_no text NOT NULL,
  application_no text NOT NULL,
  channel text NOT NULL,
  step text NOT NULL,
  flow_branch text DEFAULT '0'::text NOT NULL,
  control_message text,
  opened_at timestamp with time zone NOT NULL,
  submitted_at timestamp with time zone,
  decided_at timestamp with time zone,
  refusal text,
  retry_on date,
  terminal_sealed bytea,
  devices_sealed bytea,
  CONSTRAINT credit_applications_pkey PRIMARY KEY (customer_no, application_no),
  CONSTRAINT credit_applications_channel_check CHECK ((channel = ANY (ARRAY['payment-app'::text, 'browser'::text]))),
  CONSTRAINT credit_applications_flow_branch_check CHECK ((flow_branch ~ '^[0-9]$'::text)),
  CONSTRAINT credit_applications_refusal_check CHECK ((refusal = ANY (ARRAY['risk-refused'::text, 'refused'::text])))
);
CREATE INDEX credit_applications_under_review ON credit_applications USING btree (customer_no, application_no) WHERE (step = 'underReview'::text);

-- look-up: blind index of a phone -> the limit its owner is invited to
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE invitations (
  phone_index bytea NOT NULL,
  amount_fen bigint NOT NULL,
  grade text NOT NULL,
  valid_until date NOT NULL,
  accepted_at timestamp with time zone,
  campaign_no text,
  phone_sealed bytea,
  CONSTRAINT invitations_pkey PRIMARY KEY (phone_index),
  CONSTRAINT invitations_amount_fen_check CHECK ((amount_fen > 0)),
  CONSTRAINT invitations_grade_check CHECK ((grade = ANY (ARRAY['A'::text, 'B'::text, 'C'::text, 'D'::text, 'E'::text])))
);
CREATE INDEX invitations_campaign ON invitations USING btree (campaign_no) WHERE (campaign_no IS NOT NULL);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE profiles (
  customer_no text NOT NULL,
  basic_sealed bytea,
  basic_draft_sealed bytea,
  company_sealed bytea,
  company_draft_sealed bytea,
  saved_at timestamp with time zone NOT NULL,
  CONSTRAINT profiles_pkey PRIMARY KEY (customer_no)
);

-- qingzhou_app: DELETE, INSERT, SELECT
CREATE TABLE profile_changes (
  customer_no text NOT NULL,
  change_no text NOT NULL,
  part text NOT NULL,
  before_sealed bytea NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  changed_on date NOT NULL,
  CONSTRAINT profile_changes_pkey PRIMARY KEY (customer_no, change_no),
  CONSTRAINT profile_changes_part_check CHECK ((part = ANY (ARRAY['home'::text, 'email'::text, 'contacts'::text, 'company'::text])))
);
CREATE INDEX profile_changes_changed_on ON profile_changes USING btree (customer_no, changed_on);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE bureau_orders (
  customer_no text NOT NULL,
  application_no text NOT NULL,
  request_no text NOT NULL,
  ordered_at timestamp with time zone,
  report_sealed bytea,
  reported_at timestamp with time zone,
  CONSTRAINT bureau_orders_pkey PRIMARY KEY (customer_no, application_no)
);

-- look-up: number of an order at the bureau -> application
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE bureau_requests (
  request_no text NOT NULL,
  customer_no text NOT NULL,
  application_no text NOT NULL,
  CONSTRAINT bureau_requests_pkey PRIMARY KEY (request_no)
);

-- qingzhou_app: DELETE, INSERT, SELECT
CREATE TABLE decisions (
  customer_no text NOT NULL,
  application_no text NOT NULL,
  policy_version text NOT NULL,
  inputs_sealed bytea NOT NULL,
  outcome text NOT NULL,
  grade text,
  amount_fen bigint,
  reasons text[] NOT NULL,
  points jsonb NOT NULL,
  retry_on date,
  decided_on date NOT NULL,
  decided_at timestamp with time zone NOT NULL,
  CONSTRAINT decisions_pkey PRIMARY KEY (customer_no, application_no),
  CONSTRAINT decisions_limit_check CHECK (((outcome = ANY (ARRAY['approved'::text, 'referred'::text])) = ((grade IS NOT NULL) AND (amount_fen IS NOT NULL)))),
  CONSTRAINT decisions_outcome_check CHECK ((outcome = ANY (ARRAY['approved'::text, 'referred'::text, 'declined'::text, 'refused'::text, 'risk-refused'::text]))),
  CONSTRAINT decisions_retry_check CHECK (((outcome = ANY (ARRAY['approved'::text, 'referred'::text])) = (retry_on IS NULL)))
);
CREATE TRIGGER refuse_change BEFORE UPDATE ON decisions FOR EACH ROW EXECUTE FUNCTION refuse_change_except_resealing('inputs_sealed');
CREATE TRIGGER refuse_early_delete BEFORE DELETE ON decisions FOR EACH ROW EXECUTE FUNCTION refuse_early_delete();

-- qingzhou_app: DELETE, INSERT, SELECT
CREATE TABLE limit_reviews (
  customer_no text NOT NULL,
  reviewed_on date NOT NULL,
  policy_version text NOT NULL,
  inputs_sealed bytea NOT NULL,
  outcome text NOT NULL,
  granted_before_fen bigint NOT NULL,
  granted_after_fen bigint NOT NULL,
  reasons text[] NOT NULL,
  reviewed_at timestamp with time zone NOT NULL,
  CONSTRAINT limit_reviews_pkey PRIMARY KEY (customer_no, reviewed_on),
  CONSTRAINT limit_reviews_check CHECK (
CASE outcome
    WHEN 'raised'::text THEN (granted_after_fen > granted_before_fen)
    WHEN 'lowered'::text THEN (granted_after_fen < granted_before_fen)
    ELSE (granted_after_fen = granted_before_fen)
END),
  CONSTRAINT limit_reviews_outcome_check CHECK ((outcome = ANY (ARRAY['raised'::text, 'kept'::text, 'lowered'::text])))
);
CREATE TRIGGER refuse_change BEFORE UPDATE ON limit_reviews FOR EACH ROW EXECUTE FUNCTION refuse_change_except_resealing('inputs_sealed');
CREATE TRIGGER refuse_early_delete BEFORE DELETE ON limit_reviews FOR EACH ROW EXECUTE FUNCTION refuse_early_delete();

-- lending ============================================================================================

CREATE TYPE loan_terms AS (
  late_rate_percent integer,
  late_rate_ppm_max integer,
  late_grace_days integer,
  late_principal_first_after_days integer,
  day_count text,
  rounding text,
  broken_period text,
  instalment_unit_fen bigint,
  after_early_part text,
  method text,
  months integer,
  coupon_kind text,
  coupon_value bigint,
  closed_days text
);

CREATE TYPE instalment_fields AS (
  period_from date,
  period_to date,
  period_days360 integer,
  due_on date,
  penalty_since date,
  fee_open_fen bigint,
  penalty_open_fen bigint,
  interest_open_fen bigint,
  principal_open_fen bigint,
  fee_paid_fen bigint,
  penalty_paid_fen bigint,
  interest_paid_fen bigint,
  principal_paid_fen bigint,
  fee_waived_fen bigint,
  penalty_waived_fen bigint,
  interest_waived_fen bigint,
  principal_waived_fen bigint,
  deferral_interest_fen bigint,
  deferral_microfen bigint,
  penalty_units numeric,
  prepaid_interest_fen bigint,
  converted_principal_fen bigint
);

CREATE DOMAIN instalment AS instalment_fields CONSTRAINT instalment_sound CHECK ((((VALUE).period_to > (VALUE).period_from) AND ((VALUE).period_days360 > 0) AND (num_nulls((VALUE).period_from, (VALUE).period_to, (VALUE).period_days360) = 0) AND (LEAST((VALUE).fee_open_fen, (VALUE).penalty_open_fen, (VALUE).interest_open_fen, (VALUE).principal_open_fen, (VALUE).fee_paid_fen, (VALUE).penalty_paid_fen, (VALUE).interest_paid_fen, (VALUE).principal_paid_fen, (VALUE).fee_waived_fen, (VALUE).penalty_waived_fen, (VALUE).interest_waived_fen, (VALUE).principal_waived_fen, (VALUE).deferral_interest_fen, (0)::bigint) = 0)));

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE limits (
  customer_no text NOT NULL,
  granted_fen bigint NOT NULL,
  used_fen bigint DEFAULT 0 NOT NULL,
  state text NOT NULL,
  valid_until date NOT NULL,
  grade text NOT NULL,
  annual_rate_ppm integer NOT NULL,
  lender text NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  audit_no bigint DEFAULT 0 NOT NULL,
  audit_hash bytea DEFAULT '\x'::bytea NOT NULL,
  version integer DEFAULT 0 NOT NULL,
  CONSTRAINT limits_pkey PRIMARY KEY (customer_no),
  CONSTRAINT limits_never_over CHECK (is_limit_sound(used_fen, granted_fen, annual_rate_ppm, state))
) WITH (fillfactor=70);

-- qingzhou_app: INSERT, SELECT, UPDATE
CREATE TABLE limit_cancellations (
  customer_no text NOT NULL,
  cancellation_no integer NOT NULL,
  reason text NOT NULL,
  note_sealed bytea,
  requested_at timestamp with time zone NOT NULL,
  request_no text,
  cancelled_on date,
  CONSTRAINT limit_cancellations_pkey PRIMARY KEY (customer_no, cancellation_no),
  CONSTRAINT limit_cancellations_customer_no_request_no_key UNIQUE (customer_no, request_no),
  CONSTRAINT limit_cancellations_cancellation_no_check CHECK ((cancellation_no > 0)),
  CONSTRAINT limit_cancellations_check CHECK (((request_no IS NULL) = (cancelled_on IS NULL))),
  CONSTRAINT limit_cancellations_reason_check CHECK ((reason = ANY (ARRAY['noNeed'::text, 'tooExpensive'::text, 'limitTooLow'::text, 'privacy'::text, 'badService'::text, 'other'::text])))
);
CREATE UNIQUE INDEX limit_cancellations_open ON limit_cancellations USING btree (customer_no) WHERE (cancelled_on IS NULL);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE coupons (
  customer_no text NOT NULL,
  coupon_no text NOT NULL,
  benefit text NOT NULL,
  benefit_days integer,
  benefit_share_ppm integer,
  benefit_amount_fen bigint,
  amount_min_fen bigint NOT NULL,
  months integer[] NOT NULL,
  valid_from date NOT NULL,
  valid_until date NOT NULL,
  state text DEFAULT 'free'::text NOT NULL,
  loan_no text,
  CONSTRAINT coupons_pkey PRIMARY KEY (customer_no, coupon_no),
  CONSTRAINT coupons_customer_no_loan_no_key UNIQUE (customer_no, loan_no),
  CONSTRAINT coupons_amount_min_fen_check CHECK ((amount_min_fen >= 0)),
  CONSTRAINT coupons_benefit_check CHECK ((benefit = ANY (ARRAY['interest-free-days'::text, 'interest-share-off'::text, 'sum-off-first-instalment'::text]))),
  CONSTRAINT coupons_check CHECK (((state = 'free'::text) = (loan_no IS NULL))),
  CONSTRAINT coupons_check1 CHECK (
CASE benefit
    WHEN 'interest-free-days'::text THEN (benefit_days > 0)
    WHEN 'interest-share-off'::text THEN ((benefit_share_ppm >= 1) AND (benefit_share_ppm <= 1000000))
    ELSE (benefit_amount_fen > 0)
END),
  CONSTRAINT coupons_state_check CHECK ((state = ANY (ARRAY['free'::text, 'reserved'::text, 'used'::text])))
);
CREATE INDEX coupons_of_campaign ON coupons USING btree (coupon_no);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE card_bindings (
  customer_no text NOT NULL,
  binding_no text NOT NULL,
  state text NOT NULL,
  card_index bytea NOT NULL,
  number_sealed bytea,
  phone_sealed bytea NOT NULL,
  holder_index bytea NOT NULL,
  bank_code text NOT NULL,
  attempts smallint DEFAULT 0 NOT NULL,
  reason text,
  card_id text,
  requested_at timestamp with time zone NOT NULL,
  CONSTRAINT card_bindings_pkey PRIMARY KEY (customer_no, binding_no),
  CONSTRAINT card_bindings_attempts_check CHECK ((attempts >= 0)),
  CONSTRAINT card_bindings_check CHECK (((state <> 'bound'::text) OR (card_id IS NOT NULL))),
  CONSTRAINT card_bindings_state_check CHECK ((state = ANY (ARRAY['starting'::text, 'codeSent'::text, 'processing'::text, 'bound'::text, 'declined'::text])))
);
CREATE UNIQUE INDEX card_bindings_open ON card_bindings USING btree (customer_no, card_index) WHERE (state = ANY (ARRAY['starting'::text, 'codeSent'::text]));
CREATE INDEX card_bindings_processing ON card_bindings USING btree (customer_no, binding_no) WHERE (state = 'processing'::text);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE cards (
  customer_no text NOT NULL,
  card_id text NOT NULL,
  card_index bytea NOT NULL,
  holder_index bytea NOT NULL,
  token_sealed bytea NOT NULL,
  phone_sealed bytea NOT NULL,
  last_four_sealed bytea NOT NULL,
  bank_code text NOT NULL,
  bound_at timestamp with time zone NOT NULL,
  preferred_at timestamp with time zone,
  number_sealed bytea,
  debit_refusal text,
  debit_refused_on date,
  CONSTRAINT cards_pkey PRIMARY KEY (customer_no, card_id),
  CONSTRAINT cards_customer_no_card_index_key UNIQUE (customer_no, card_index),
  CONSTRAINT cards_debit_refusal_check CHECK ((((debit_refusal = ANY (ARRAY['balance'::text, 'card'::text, 'limit'::text, 'binding'::text, 'support'::text, 'other'::text])) AND (debit_refused_on IS NOT NULL)) OR ((debit_refusal IS NULL) AND (debit_refused_on IS NULL))))
);
CREATE INDEX cards_card_index ON cards USING btree (card_index);

-- look-up: number of an order at the bank -> customer
-- qingzhou_app: INSERT, SELECT
CREATE TABLE bank_orders (
  order_no text NOT NULL,
  kind text NOT NULL,
  customer_no text NOT NULL,
  CONSTRAINT bank_orders_pkey PRIMARY KEY (order_no),
  CONSTRAINT bank_orders_kind_check CHECK ((kind = ANY (ARRAY['binding'::text, 'disbursement'::text, 'debit'::text, 'refund'::text, 'agreement'::text])))
);

-- qingzhou_app: INSERT, SELECT, UPDATE
CREATE TABLE draw_applications (
  customer_no text NOT NULL,
  draw_no text NOT NULL,
  request_no text NOT NULL,
  fingerprint bytea NOT NULL,
  state text NOT NULL,
  needs_face boolean NOT NULL,
  card_id text NOT NULL,
  device_index bytea,
  quoted_on date NOT NULL,
  applied_at timestamp with time zone NOT NULL,
  executed_at timestamp with time zone,
  ordered_at timestamp with time zone,
  paid_on date,
  reason text,
  app text,
  CONSTRAINT draw_applications_pkey PRIMARY KEY (customer_no, draw_no),
  CONSTRAINT draw_applications_customer_no_request_no_key UNIQUE (customer_no, request_no),
  CONSTRAINT draw_applications_app_check CHECK ((app = ANY (ARRAY['wallet'::text, 'messenger'::text, 'browser'::text]))),
  CONSTRAINT draw_applications_state_check CHECK ((state = ANY (ARRAY['verifying'::text, 'processing'::text, 'paid'::text, 'failed'::text])))
);
CREATE UNIQUE INDEX draw_applications_running ON draw_applications USING btree (customer_no) WHERE (state = ANY (ARRAY['verifying'::text, 'processing'::text]));

-- qingzhou_app: INSERT, SELECT, UPDATE
CREATE TABLE draws (
  customer_no text NOT NULL,
  draw_no text NOT NULL,
  loan_no text NOT NULL,
  state text NOT NULL,
  product text NOT NULL,
  amount_fen bigint NOT NULL,
  months integer NOT NULL,
  method text NOT NULL,
  purpose text NOT NULL,
  coupon_no text,
  card_id text,
  annual_rate_ppm integer NOT NULL,
  lender text NOT NULL,
  reserved_on date NOT NULL,
  reserved_at timestamp with time zone NOT NULL,
  fee_fen bigint,
  fee_charged text,
  CONSTRAINT draws_pkey PRIMARY KEY (customer_no, draw_no),
  CONSTRAINT draws_fee_sound CHECK ((((fee_fen IS NULL) AND (fee_charged IS NULL)) OR ((fee_fen >= 0) AND (fee_charged = ANY (ARRAY['each-instalment'::text, 'first-instalment'::text]))))),
  CONSTRAINT draws_sound CHECK (is_draw_sound(state, product, amount_fen, months, annual_rate_ppm))
);

-- qingzhou_app: INSERT, SELECT, UPDATE
CREATE TABLE mall_orders (
  customer_no text NOT NULL,
  order_no text NOT NULL,
  draw_no text NOT NULL,
  request_no text NOT NULL,
  offer_no text NOT NULL,
  name text NOT NULL,
  picture text NOT NULL,
  price_fen bigint NOT NULL,
  months integer NOT NULL,
  first_amount_fen bigint NOT NULL,
  state text NOT NULL,
  is_return_requested boolean DEFAULT false NOT NULL,
  delivered_on date,
  reason text,
  started_at timestamp with time zone NOT NULL,
  ordered_at timestamp with time zone,
  changed_at timestamp with time zone NOT NULL,
  delivery_sealed bytea,
  CONSTRAINT mall_orders_pkey PRIMARY KEY (customer_no, order_no),
  CONSTRAINT mall_orders_customer_no_draw_no_key UNIQUE (customer_no, draw_no),
  CONSTRAINT mall_orders_customer_no_request_no_key UNIQUE (customer_no, request_no),
  CONSTRAINT mall_orders_price_fen_check CHECK ((price_fen > 0)),
  CONSTRAINT mall_orders_state_check CHECK ((state = ANY (ARRAY['begun'::text, 'ordered'::text, 'sent'::text, 'delivered'::text, 'returning'::text, 'returned'::text])))
);
CREATE INDEX mall_orders_delivered ON mall_orders USING btree (delivered_on) WHERE (state = 'delivered'::text);
CREATE INDEX mall_orders_newest ON mall_orders USING btree (customer_no, started_at DESC);
CREATE INDEX mall_orders_open ON mall_orders USING btree (customer_no, order_no) WHERE (state = ANY (ARRAY['begun'::text, 'ordered'::text, 'sent'::text, 'returning'::text]));

-- look-up: number of an order at the mall -> customer
-- qingzhou_app: INSERT, SELECT
CREATE TABLE mall_order_owners (
  order_no text NOT NULL,
  customer_no text NOT NULL,
  CONSTRAINT mall_order_owners_pkey PRIMARY KEY (order_no)
);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE loans (
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  origin text NOT NULL,
  product text DEFAULT '103001'::text NOT NULL,
  lender text NOT NULL,
  purpose text,
  coupon_no text,
  card_id text,
  amount_fen bigint NOT NULL,
  start_on date NOT NULL,
  terms loan_terms NOT NULL,
  consolidated_into text,
  defaulted_on date,
  reversed_on date,
  return_requested_on date,
  annual_rate_ppm integer NOT NULL,
  level_instalment_fen bigint,
  accrual_since date NOT NULL,
  accrual_microfen bigint NOT NULL,
  deferred_on date[],
  limit_used_fen bigint NOT NULL,
  is_settled boolean NOT NULL,
  first_open integer,
  next_due_on date,
  booked_until date NOT NULL,
  history text NOT NULL,
  is_replayable boolean DEFAULT true NOT NULL,
  instalments instalment[] NOT NULL,
  version integer DEFAULT 0 NOT NULL,
  CONSTRAINT loans_pkey PRIMARY KEY (customer_no, loan_no),
  CONSTRAINT loans_sound CHECK (is_loan_sound(origin, product, amount_fen, annual_rate_ppm, limit_used_fen, is_settled, next_due_on, first_open, cardinality(instalments), terms))
) WITH (fillfactor=70);
CREATE INDEX loans_loan_no ON loans USING btree (loan_no);
CREATE UNIQUE INDEX loans_one_a_coupon ON loans USING btree (customer_no, coupon_no) WHERE (coupon_no IS NOT NULL);
CREATE INDEX loans_open ON loans USING btree (customer_no, loan_no) WHERE (NOT is_settled);
CREATE INDEX loans_running_plans ON loans USING btree (customer_no, loan_no) WHERE ((origin = 'consolidation-plan'::text) AND (NOT is_settled) AND (defaulted_on IS NULL));

-- qingzhou_app: INSERT, SELECT
CREATE TABLE payments (
  customer_no text NOT NULL,
  payment_no text NOT NULL,
  loan_no text NOT NULL,
  kind text NOT NULL,
  amount_fen bigint NOT NULL,
  overpaid_fen bigint NOT NULL,
  paid_on date NOT NULL,
  card_id text,
  received_at timestamp with time zone NOT NULL,
  n integer[] NOT NULL,
  fee_fen bigint[] NOT NULL,
  penalty_fen bigint[] NOT NULL,
  interest_fen bigint[] NOT NULL,
  principal_fen bigint[] NOT NULL,
  CONSTRAINT payments_pkey PRIMARY KEY (customer_no, payment_no, loan_no),
  CONSTRAINT payments_sound CHECK (is_payment_sound(kind, amount_fen, overpaid_fen, fee_fen, penalty_fen, interest_fen, principal_fen))
);

CREATE VIEW allocations AS
 SELECT payments.customer_no,
    payments.payment_no,
    payments.loan_no,
    part.n,
    part.fee_fen,
    part.penalty_fen,
    part.interest_fen,
    part.principal_fen
   FROM (payments
     CROSS JOIN LATERAL UNNEST(payments.n, payments.fee_fen, payments.penalty_fen, payments.interest_fen, payments.principal_fen) part(n, fee_fen, penalty_fen, interest_fen, principal_fen));

CREATE VIEW instalments AS
 SELECT customer_no,
    loan_no,
    n,
    period_from,
    period_to,
    due_date,
    ((principal_open_fen + principal_paid_fen) + principal_waived_fen) AS principal_due_fen,
    ((interest_open_fen + interest_paid_fen) + interest_waived_fen) AS interest_due_fen,
    ((penalty_open_fen + penalty_paid_fen) + penalty_waived_fen) AS penalty_due_fen,
    ((fee_open_fen + fee_paid_fen) + fee_waived_fen) AS fee_due_fen,
    principal_waived_fen,
    interest_waived_fen,
    penalty_waived_fen,
    fee_waived_fen,
    principal_paid_fen,
    interest_paid_fen,
    penalty_paid_fen,
    fee_paid_fen,
    principal_open_fen,
    interest_open_fen,
    penalty_open_fen,
    fee_open_fen,
    (((principal_open_fen + interest_open_fen) + penalty_open_fen) + fee_open_fen) AS open_fen,
        CASE
            WHEN ((((principal_open_fen + interest_open_fen) + penalty_open_fen) + fee_open_fen) = 0) THEN 'settled'::text
            WHEN (due_date < ( SELECT business_date.business_date
               FROM business_date)) THEN 'overdue'::text
            ELSE 'open'::text
        END AS state
   FROM ( SELECT loans.customer_no,
            loans.loan_no,
            (one.n)::integer AS n,
            one.period_from,
            one.period_to,
            COALESCE(one.due_on, one.period_to) AS due_date,
            COALESCE(one.principal_open_fen, (0)::bigint) AS principal_open_fen,
            COALESCE(one.interest_open_fen, (0)::bigint) AS interest_open_fen,
            COALESCE(one.penalty_open_fen, (0)::bigint) AS penalty_open_fen,
            COALESCE(one.fee_open_fen, (0)::bigint) AS fee_open_fen,
            COALESCE(one.principal_paid_fen, (0)::bigint) AS principal_paid_fen,
            COALESCE(one.interest_paid_fen, (0)::bigint) AS interest_paid_fen,
            COALESCE(one.penalty_paid_fen, (0)::bigint) AS penalty_paid_fen,
            COALESCE(one.fee_paid_fen, (0)::bigint) AS fee_paid_fen,
            COALESCE(one.principal_waived_fen, (0)::bigint) AS principal_waived_fen,
            COALESCE(one.interest_waived_fen, (0)::bigint) AS interest_waived_fen,
            COALESCE(one.penalty_waived_fen, (0)::bigint) AS penalty_waived_fen,
            COALESCE(one.fee_waived_fen, (0)::bigint) AS fee_waived_fen
           FROM (loans
             CROSS JOIN LATERAL unnest(loans.instalments) WITH ORDINALITY one(period_from, period_to, period_days360, due_on, penalty_since, fee_open_fen, penalty_open_fen, interest_open_fen, principal_open_fen, fee_paid_fen, penalty_paid_fen, interest_paid_fen, principal_paid_fen, fee_waived_fen, penalty_waived_fen, interest_waived_fen, principal_waived_fen, deferral_interest_fen, deferral_microfen, penalty_units, prepaid_interest_fen, converted_principal_fen, n))) instalment;

CREATE OR REPLACE FUNCTION is_limit_sound(used_fen bigint, granted_fen bigint, annual_rate_ppm integer, state text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
BEGIN
  RETURN used_fen BETWEEN 0 AND granted_fen AND annual_rate_ppm >= 0
    AND state IN ('open', 'frozen', 'cancelled');
END
$function$;

CREATE OR REPLACE FUNCTION is_draw_sound(state text, product text, amount_fen bigint, months integer, annual_rate_ppm integer)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
BEGIN
  RETURN state IN ('reserved', 'booked', 'released')
    AND product IN ('103001', '101001', '900001')
    AND amount_fen > 0 AND months > 0 AND annual_rate_ppm >= 0;
END
$function$;

CREATE OR REPLACE FUNCTION is_loan_sound(origin text, product text, amount_fen bigint, annual_rate_ppm integer, limit_used_fen bigint, is_settled boolean, next_due_on date, first_open integer, instalments integer, terms loan_terms)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
BEGIN
  RETURN origin IN ('draw', 'consolidation-plan', 'bill-conversion')
    AND product IN ('103001', '101001', '900001')
    AND amount_fen > 0 AND annual_rate_ppm >= 0 AND limit_used_fen >= 0
    AND is_settled = (next_due_on IS NULL) AND is_settled = (first_open IS NULL)
    AND instalments > 0 AND coalesce(first_open BETWEEN 1 AND instalments, true)
    AND num_nulls(terms.late_rate_percent, terms.late_grace_days, terms.late_principal_first_after_days,
                  terms.day_count, terms.rounding, terms.broken_period, terms.instalment_unit_fen,
                  terms.after_early_part, terms.method, terms.months) = 0;
END
$function$;

CREATE OR REPLACE FUNCTION is_payment_sound(kind text, amount_fen bigint, overpaid_fen bigint, fee_fen bigint[], penalty_fen bigint[], interest_fen bigint[], principal_fen bigint[])
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
BEGIN
  RETURN kind IN ('due', 'early-full', 'early-part', 'waiver', 'conversion')
    AND amount_fen > 0 AND overpaid_fen >= 0
    AND 0 <= ALL (fee_fen) AND 0 <= ALL (penalty_fen)
    AND 0 <= ALL (interest_fen) AND 0 <= ALL (principal_fen);
END
$function$;

-- ledger and end of day ==============================================================================

CREATE DOMAIN fen_owed AS bigint CONSTRAINT loan_balances_not_negative CHECK ((VALUE >= 0));

-- qingzhou_app: INSERT, SELECT
CREATE TABLE ledger_postings (
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  entry_no bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  transaction_no text NOT NULL,
  event text NOT NULL,
  business_date date NOT NULL,
  against text NOT NULL,
  fee_fen bigint NOT NULL,
  penalty_fen bigint NOT NULL,
  interest_fen bigint NOT NULL,
  principal_fen bigint NOT NULL,
  refunds_payable_fen bigint NOT NULL,
  bank_fen bigint NOT NULL,
  reverses_entry_no bigint,
  CONSTRAINT ledger_postings_pkey PRIMARY KEY (customer_no, loan_no, entry_no),
  CONSTRAINT ledger_postings_sound CHECK (is_posting_sound(against, principal_fen, interest_fen, penalty_fen, fee_fen, bank_fen, refunds_payable_fen))
);
CREATE INDEX ledger_postings_business_date ON ledger_postings USING brin (business_date);
CREATE UNIQUE INDEX ledger_postings_reversed_once ON ledger_postings USING btree (customer_no, loan_no, reverses_entry_no) WHERE (reverses_entry_no IS NOT NULL);
CREATE TRIGGER post_to_balance AFTER INSERT ON ledger_postings FOR EACH ROW EXECUTE FUNCTION post_to_balance();
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE ON ledger_postings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_closed_day AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_day();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- qingzhou_app: INSERT, SELECT
CREATE TABLE ledger_accruals (
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  business_date date NOT NULL,
  fee_fen bigint NOT NULL,
  penalty_fen bigint NOT NULL,
  interest_fen bigint NOT NULL,
  CONSTRAINT ledger_accruals_pkey PRIMARY KEY (customer_no, loan_no, business_date)
);
CREATE INDEX ledger_accruals_business_date ON ledger_accruals USING brin (business_date);
CREATE TRIGGER accrue_balances AFTER INSERT ON ledger_accruals REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION accrue_balances();
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE ON ledger_accruals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_closed_day AFTER INSERT ON ledger_accruals REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_day();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON ledger_accruals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- qingzhou_app: SELECT
CREATE TABLE loan_balances (
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  fee_fen fen_owed NOT NULL,
  penalty_fen fen_owed NOT NULL,
  interest_fen bigint NOT NULL,
  principal_fen fen_owed NOT NULL,
  accrued_until date,
  row_lock boolean,
  CONSTRAINT loan_balances_pkey PRIMARY KEY (customer_no, loan_no)
) WITH (fillfactor=50);

-- qingzhou_app: SELECT
CREATE TABLE conversion_balances (
  customer_no text NOT NULL,
  transaction_no text NOT NULL,
  open_fen bigint NOT NULL,
  CONSTRAINT conversion_balances_pkey PRIMARY KEY (customer_no, transaction_no)
);
CREATE CONSTRAINT TRIGGER check_conversion AFTER INSERT OR UPDATE ON conversion_balances DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_conversion();

-- qingzhou_app: INSERT, SELECT
CREATE TABLE audit_log (
  customer_no text NOT NULL,
  request_no text NOT NULL,
  audit_no bigint NOT NULL,
  act text NOT NULL,
  actor text NOT NULL,
  business_date date NOT NULL,
  done_at timestamp with time zone NOT NULL,
  request text NOT NULL,
  answer text NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_log_pkey PRIMARY KEY (customer_no, request_no)
);
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- reference: one row a business day of the whole system
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE end_of_day_runs (
  business_date date NOT NULL,
  started_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  CONSTRAINT end_of_day_runs_pkey PRIMARY KEY (business_date)
);
CREATE INDEX end_of_day_runs_started_at ON end_of_day_runs USING btree (started_at);

-- reference: the shares of a day's work, for the workers
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE end_of_day_slices (
  business_date date NOT NULL,
  slice_no integer NOT NULL,
  customer_from text NOT NULL,
  customer_until text,
  loans integer DEFAULT 0 NOT NULL,
  entries integer DEFAULT 0 NOT NULL,
  done_at timestamp with time zone,
  CONSTRAINT end_of_day_slices_pkey PRIMARY KEY (business_date, slice_no),
  CONSTRAINT end_of_day_slices_business_date_fkey FOREIGN KEY (business_date) REFERENCES end_of_day_runs(business_date)
);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE end_of_day_failures (
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  business_date date NOT NULL,
  reason text NOT NULL,
  failed_at timestamp with time zone NOT NULL,
  CONSTRAINT end_of_day_failures_pkey PRIMARY KEY (customer_no, loan_no)
);

CREATE VIEW ledger_entries AS
 SELECT "row".customer_no,
    "row".loan_no,
    "row".entry_no,
    "row".transaction_no,
    "row".event,
    "row".business_date,
        CASE
            WHEN (move.amount_fen > 0) THEN move.account
            ELSE move.counter
        END AS debit_account,
        CASE
            WHEN (move.amount_fen > 0) THEN move.counter
            ELSE move.account
        END AS credit_account,
    abs(move.amount_fen) AS amount_fen,
    "row".reverses_entry_no
   FROM (( SELECT ledger_postings.customer_no,
            ledger_postings.loan_no,
            ledger_postings.entry_no,
            ledger_postings.transaction_no,
            ledger_postings.event,
            ledger_postings.business_date,
            ledger_postings.against,
            ledger_postings.fee_fen,
            ledger_postings.penalty_fen,
            ledger_postings.interest_fen,
            ledger_postings.principal_fen,
            ledger_postings.refunds_payable_fen,
            ledger_postings.bank_fen,
            ledger_postings.reverses_entry_no
           FROM ledger_postings
        UNION ALL
         SELECT ledger_accruals.customer_no,
            ledger_accruals.loan_no,
            NULL::bigint,
            ('day-'::text || ledger_accruals.business_date),
            'accrual'::text,
            ledger_accruals.business_date,
            'income'::text,
            ledger_accruals.fee_fen,
            ledger_accruals.penalty_fen,
            ledger_accruals.interest_fen,
            0,
            0,
            0,
            NULL::bigint
           FROM ledger_accruals) "row"
     CROSS JOIN LATERAL ( VALUES ('fee'::text,
                CASE "row".against
                    WHEN 'income'::text THEN 'fee-income'::text
                    ELSE "row".against
                END,"row".fee_fen), ('penalty'::text,
                CASE "row".against
                    WHEN 'income'::text THEN 'penalty-income'::text
                    ELSE "row".against
                END,"row".penalty_fen), ('interest'::text,
                CASE "row".against
                    WHEN 'income'::text THEN 'interest-income'::text
                    ELSE "row".against
                END,"row".interest_fen), ('principal'::text,"row".against,"row".principal_fen), ('refunds-payable'::text,"row".against,"row".refunds_payable_fen), ('bank'::text,"row".against,"row".bank_fen)) move(account, counter, amount_fen))
  WHERE (move.amount_fen <> 0);

CREATE VIEW general_ledger AS
 SELECT account,
    (sum(amount_fen))::bigint AS balance_fen
   FROM ( SELECT ledger_entries.debit_account AS account,
            ledger_entries.amount_fen
           FROM ledger_entries
        UNION ALL
         SELECT ledger_entries.credit_account,
            (- ledger_entries.amount_fen)
           FROM ledger_entries) moves
  GROUP BY account;

CREATE VIEW audit_log_faults AS
 SELECT entry.customer_no,
    entry.audit_no
   FROM ( SELECT audit_log.customer_no,
            audit_log.request_no,
            audit_log.audit_no,
            audit_log.act,
            audit_log.actor,
            audit_log.business_date,
            audit_log.done_at,
            audit_log.request,
            audit_log.answer,
            audit_log.previous_hash,
            audit_log.hash,
            lag(audit_log.hash, 1, '\x'::bytea) OVER (PARTITION BY audit_log.customer_no ORDER BY audit_log.audit_no) AS hash_before
           FROM audit_log) entry
  WHERE ((entry.previous_hash <> entry.hash_before) OR (entry.hash <> sha256((entry.previous_hash || convert_to(concat_ws('
'::text, entry.audit_no, entry.customer_no, entry.act, entry.request_no, to_char((entry.business_date)::timestamp with time zone, 'YYYY-MM-DD'::text), ((EXTRACT(epoch FROM entry.done_at) * (1000)::numeric))::bigint, entry.request, entry.answer, entry.actor), 'UTF8'::name)))))
UNION ALL
 SELECT head.customer_no,
    head.audit_no
   FROM (limits head
     LEFT JOIN audit_log last ON (((last.customer_no = head.customer_no) AND (last.audit_no = head.audit_no))))
  WHERE ((head.audit_no > 0) AND (last.hash IS DISTINCT FROM head.audit_hash));

CREATE OR REPLACE FUNCTION is_posting_sound(against text, principal_fen bigint, interest_fen bigint, penalty_fen bigint, fee_fen bigint, bank_fen bigint, refunds_payable_fen bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
BEGIN
  RETURN against IN ('clearing', 'income', 'conversion', 'waived', 'coupon-cost')
    AND (principal_fen <> 0 OR interest_fen <> 0 OR penalty_fen <> 0
         OR fee_fen <> 0 OR bank_fen <> 0 OR refunds_payable_fen <> 0)
    -- Money at the bank and money to be sent back come and go through clearing only.
    AND (against = 'clearing' OR (bank_fen = 0 AND refunds_payable_fen = 0));
END
$function$;

CREATE OR REPLACE FUNCTION check_conversion()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
AS $function$
BEGIN
  IF (SELECT open_fen FROM public.conversion_balances
       WHERE customer_no = NEW.customer_no AND transaction_no = NEW.transaction_no) <> 0 THEN
    RAISE EXCEPTION 'what is converted leaves one loan and arrives at another'
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION shard_beside(shard text, other text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  found bigint;
BEGIN
  SELECT theirs.shardid INTO STRICT found
    FROM pg_dist_shard AS ours
    JOIN pg_dist_shard AS theirs ON theirs.shardminvalue = ours.shardminvalue
   WHERE ours.shardid = substring(shard FROM '[0-9]+$')::bigint
     AND theirs.logicalrelid = ('public.' || other)::regclass;
  RETURN format('public.%I', other || '_' || found);
END
$function$;

CREATE OR REPLACE FUNCTION shard_of_customer(name text, customer text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  RETURN format('public.%I', name || '_' ||
    pg_catalog.get_shard_id_for_distribution_column(('public.' || name)::regclass, customer));
END
$function$;

CREATE OR REPLACE FUNCTION post_to_balance()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
AS $function$
DECLARE
  balances text;
  updated bigint;
BEGIN
  IF TG_TABLE_NAME <> 'ledger_postings' THEN
    PERFORM set_config('citus.enable_manual_changes_to_shards', 'on', true);
    IF NEW.against = 'conversion' THEN
      EXECUTE format($sql$
        INSERT INTO %s AS balance (customer_no, transaction_no, open_fen) VALUES ($1, $2, $3)
        ON CONFLICT (customer_no, transaction_no) DO UPDATE SET open_fen = balance.open_fen + excluded.open_fen
      $sql$, shard_of_customer('conversion_balances', NEW.customer_no))
      USING NEW.customer_no, NEW.transaction_no,
            NEW.fee_fen + NEW.penalty_fen + NEW.interest_fen + NEW.principal_fen;
    END IF;
    IF NEW.principal_fen = 0 AND NEW.interest_fen = 0 AND NEW.penalty_fen = 0 AND NEW.fee_fen = 0 THEN
      RETURN NULL;
    END IF;
    balances := shard_of_customer('loan_balances', NEW.customer_no);
    IF NEW.principal_fen <= 0 THEN
      EXECUTE format($sql$
        UPDATE %s AS balance
           SET fee_fen = balance.fee_fen + $3, penalty_fen = balance.penalty_fen + $4,
               interest_fen = balance.interest_fen + $5, principal_fen = balance.principal_fen + $6
         WHERE balance.customer_no = $1 AND balance.loan_no = $2
      $sql$, balances)
      USING NEW.customer_no, NEW.loan_no, NEW.fee_fen, NEW.penalty_fen, NEW.interest_fen, NEW.principal_fen;
      GET DIAGNOSTICS updated = ROW_COUNT;
      IF updated > 0 THEN
        RETURN NULL;
      END IF;
    END IF;
    EXECUTE format($sql$
      INSERT INTO %s AS balance (customer_no, loan_no, fee_fen, penalty_fen, interest_fen, principal_fen)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (customer_no, loan_no) DO UPDATE
         SET fee_fen = balance.fee_fen + excluded.fee_fen, penalty_fen = balance.penalty_fen + excluded.penalty_fen,
             interest_fen = balance.interest_fen + excluded.interest_fen,
             principal_fen = balance.principal_fen + excluded.principal_fen
    $sql$, balances)
    USING NEW.customer_no, NEW.loan_no, NEW.fee_fen, NEW.penalty_fen, NEW.interest_fen, NEW.principal_fen;
    RETURN NULL;
  END IF;
  IF NEW.against = 'conversion' THEN
    INSERT INTO conversion_balances AS balance (customer_no, transaction_no, open_fen)
    VALUES (NEW.customer_no, NEW.transaction_no,
            NEW.fee_fen + NEW.penalty_fen + NEW.interest_fen + NEW.principal_fen)
    ON CONFLICT (customer_no, transaction_no) DO UPDATE
       SET open_fen = balance.open_fen + excluded.open_fen;
  END IF;
  IF NEW.principal_fen <= 0 THEN
    -- Money that comes or goes without touching a loan.
    IF NEW.principal_fen = 0 AND NEW.interest_fen = 0 AND NEW.penalty_fen = 0 AND NEW.fee_fen = 0 THEN
      RETURN NULL;
    END IF;
    UPDATE loan_balances AS balance
       SET fee_fen = balance.fee_fen + NEW.fee_fen,
           penalty_fen = balance.penalty_fen + NEW.penalty_fen,
           interest_fen = balance.interest_fen + NEW.interest_fen,
           principal_fen = balance.principal_fen + NEW.principal_fen
     WHERE balance.customer_no = NEW.customer_no AND balance.loan_no = NEW.loan_no;
    IF FOUND THEN
      RETURN NULL;
    END IF;
  END IF;
  -- Principal comes with a new loan, and comes back when a payment is taken back.
  INSERT INTO loan_balances AS balance
         (customer_no, loan_no, fee_fen, penalty_fen, interest_fen, principal_fen)
  VALUES (NEW.customer_no, NEW.loan_no, NEW.fee_fen, NEW.penalty_fen, NEW.interest_fen,
          NEW.principal_fen)
  ON CONFLICT (customer_no, loan_no) DO UPDATE
     SET fee_fen = balance.fee_fen + excluded.fee_fen,
         penalty_fen = balance.penalty_fen + excluded.penalty_fen,
         interest_fen = balance.interest_fen + excluded.interest_fen,
         principal_fen = balance.principal_fen + excluded.principal_fen;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION accrue_balances()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
AS $function$
DECLARE
  first_customer text;
  last_customer text;
  days bigint;
  updated bigint;
BEGIN
  IF TG_TABLE_NAME <> 'ledger_accruals' THEN
    PERFORM set_config('citus.enable_manual_changes_to_shards', 'on', true);
    EXECUTE format($sql$
      INSERT INTO %s AS balance
             (customer_no, loan_no, fee_fen, penalty_fen, interest_fen, principal_fen, accrued_until)
      SELECT customer_no, loan_no, fee_fen, penalty_fen, interest_fen, 0, business_date FROM inserted
      ON CONFLICT (customer_no, loan_no) DO UPDATE
         SET fee_fen = balance.fee_fen + excluded.fee_fen,
             penalty_fen = balance.penalty_fen + excluded.penalty_fen,
             interest_fen = balance.interest_fen + excluded.interest_fen,
             accrued_until = excluded.accrued_until
    $sql$, shard_beside(TG_TABLE_NAME, 'loan_balances'));
    RETURN NULL;
  END IF;
  SELECT min(customer_no), max(customer_no), count(*) INTO first_customer, last_customer, days FROM inserted;
  UPDATE loan_balances AS balance
     SET fee_fen = balance.fee_fen + booked.fee_fen,
         penalty_fen = balance.penalty_fen + booked.penalty_fen,
         interest_fen = balance.interest_fen + booked.interest_fen,
         accrued_until = booked.business_date
    FROM inserted AS booked
   WHERE balance.customer_no = booked.customer_no AND balance.loan_no = booked.loan_no
     AND balance.customer_no BETWEEN first_customer AND last_customer;
  GET DIAGNOSTICS updated = ROW_COUNT;
  IF updated = days THEN
    RETURN NULL;
  END IF;
  INSERT INTO public.loan_balances
         (customer_no, loan_no, fee_fen, penalty_fen, interest_fen, principal_fen, accrued_until)
  SELECT customer_no, loan_no, fee_fen, penalty_fen, interest_fen, 0, business_date
    FROM inserted AS booked
   WHERE NOT EXISTS (SELECT FROM loan_balances AS balance
                      WHERE balance.customer_no = booked.customer_no AND balance.loan_no = booked.loan_no);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION leap_days_until(day date)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT 366 * ((year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400)
         + CASE WHEN year % 4 = 0 AND (year % 100 <> 0 OR year % 400 = 0)
                THEN extract(doy FROM day)::integer ELSE 0 END
    FROM (SELECT extract(year FROM day)::integer AS year) AS of_day
$function$;

CREATE OR REPLACE FUNCTION business_moment(moment timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  SELECT moment + interval '24 hours' * greatest(0, coalesce(
    (SELECT business_date FROM end_of_day_runs WHERE started_at <= moment ORDER BY started_at DESC LIMIT 1)
      - (moment AT TIME ZONE 'Asia/Shanghai')::date, 0))
$function$;

-- repayment and changes ==============================================================================

-- qingzhou_app: INSERT, SELECT, UPDATE
CREATE TABLE payment_orders (
  customer_no text NOT NULL,
  request_no text NOT NULL,
  fingerprint bytea NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  actor text NOT NULL,
  pay_by text NOT NULL,
  card_id text,
  amount_fen bigint NOT NULL,
  quoted_on date NOT NULL,
  placed_at timestamp with time zone NOT NULL,
  confirmed_at timestamp with time zone,
  ordered_at timestamp with time zone,
  settled_at timestamp with time zone,
  reason text,
  order_no text NOT NULL,
  quote_id text,
  offer_no text,
  aim jsonb NOT NULL,
  payer_sealed bytea,
  agreement_no text,
  CONSTRAINT payment_orders_pkey PRIMARY KEY (customer_no, request_no),
  CONSTRAINT payment_orders_actor_check CHECK ((actor = ANY (ARRAY['customer'::text, 'system'::text]))),
  CONSTRAINT payment_orders_agreement_check CHECK (((agreement_no IS NULL) OR ((pay_by = 'wallet'::text) AND (actor = 'system'::text)))),
  CONSTRAINT payment_orders_amount_fen_check CHECK ((amount_fen > 0)),
  CONSTRAINT payment_orders_check CHECK (((aim ->> 'kind'::text) = kind)),
  CONSTRAINT payment_orders_check1 CHECK (((pay_by <> 'card'::text) OR (card_id IS NOT NULL))),
  CONSTRAINT payment_orders_kind_check CHECK ((kind = ANY (ARRAY['due'::text, 'earlyFull'::text, 'earlyPart'::text, 'waiver'::text]))),
  CONSTRAINT payment_orders_offer_check CHECK (((kind = 'waiver'::text) = (offer_no IS NOT NULL))),
  CONSTRAINT payment_orders_pay_by_check CHECK ((pay_by = ANY (ARRAY['card'::text, 'wallet'::text, 'messenger'::text]))),
  CONSTRAINT payment_orders_state_check CHECK ((state = ANY (ARRAY['confirming'::text, 'processing'::text, 'paid'::text, 'partly'::text, 'failed'::text, 'closed'::text])))
);
CREATE INDEX payment_orders_open ON payment_orders USING btree (customer_no) WHERE (state = ANY (ARRAY['confirming'::text, 'processing'::text]));
CREATE UNIQUE INDEX payment_orders_order ON payment_orders USING btree (customer_no, order_no);

-- qingzhou_app: INSERT, SELECT, UPDATE
CREATE TABLE payment_order_lines (
  customer_no text NOT NULL,
  request_no text NOT NULL,
  loan_no text NOT NULL,
  last_n integer,
  amount_fen bigint NOT NULL,
  is_running boolean DEFAULT false NOT NULL,
  CONSTRAINT payment_order_lines_pkey PRIMARY KEY (customer_no, request_no, loan_no),
  CONSTRAINT payment_order_lines_customer_no_request_no_fkey FOREIGN KEY (customer_no, request_no) REFERENCES payment_orders(customer_no, request_no),
  CONSTRAINT payment_order_lines_amount_fen_check CHECK ((amount_fen > 0))
);
CREATE UNIQUE INDEX payment_order_lines_running ON payment_order_lines USING btree (customer_no, loan_no) WHERE is_running;

-- qingzhou_app: INSERT, SELECT, UPDATE
CREATE TABLE debit_agreements (
  customer_no text NOT NULL,
  debit_no text NOT NULL,
  card_id text NOT NULL,
  state text NOT NULL,
  attempts smallint DEFAULT 0 NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  signed_at timestamp with time zone,
  ended_at timestamp with time zone,
  bank_ended_at timestamp with time zone,
  CONSTRAINT debit_agreements_pkey PRIMARY KEY (customer_no, debit_no),
  CONSTRAINT debit_agreements_attempts_check CHECK ((attempts >= 0)),
  CONSTRAINT debit_agreements_check CHECK (((bank_ended_at IS NULL) OR (state = 'ended'::text))),
  CONSTRAINT debit_agreements_state_check CHECK ((state = ANY (ARRAY['codeSent'::text, 'signed'::text, 'declined'::text, 'ended'::text])))
);
CREATE INDEX debit_agreements_ending ON debit_agreements USING btree (customer_no, debit_no) WHERE ((state = 'ended'::text) AND (bank_ended_at IS NULL));
CREATE UNIQUE INDEX debit_agreements_signed ON debit_agreements USING btree (customer_no, card_id) WHERE (state = 'signed'::text);

-- qingzhou_app: INSERT, SELECT, UPDATE
CREATE TABLE wallet_agreements (
  customer_no text NOT NULL,
  agreement_no text NOT NULL,
  state text NOT NULL,
  first_on date NOT NULL,
  amount_max_fen bigint NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  signed_at timestamp with time zone,
  ended_at timestamp with time zone,
  app_ended_at timestamp with time zone,
  signer_sealed bytea,
  CONSTRAINT wallet_agreements_pkey PRIMARY KEY (customer_no, agreement_no),
  CONSTRAINT wallet_agreements_amount_max_fen_check CHECK ((amount_max_fen > 0)),
  CONSTRAINT wallet_agreements_check CHECK (((app_ended_at IS NULL) OR (state = 'ended'::text))),
  CONSTRAINT wallet_agreements_state_check CHECK ((state = ANY (ARRAY['signing'::text, 'signed'::text, 'ended'::text])))
);
CREATE INDEX wallet_agreements_ending ON wallet_agreements USING btree (customer_no, agreement_no) WHERE ((state = 'ended'::text) AND (app_ended_at IS NULL));
CREATE UNIQUE INDEX wallet_agreements_signed ON wallet_agreements USING btree (customer_no) WHERE (state = 'signed'::text);
CREATE INDEX wallet_agreements_signing ON wallet_agreements USING btree (customer_no, agreement_no) WHERE (state = 'signing'::text);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE refunds (
  customer_no text NOT NULL,
  refund_no text NOT NULL,
  loan_no text NOT NULL,
  amount_fen bigint NOT NULL,
  card_id text NOT NULL,
  state text NOT NULL,
  owed_since date NOT NULL,
  is_goodwill boolean DEFAULT false NOT NULL,
  CONSTRAINT refunds_pkey PRIMARY KEY (customer_no, refund_no),
  CONSTRAINT refunds_amount_fen_check CHECK ((amount_fen > 0)),
  CONSTRAINT refunds_state_check CHECK ((state = ANY (ARRAY['owed'::text, 'sent'::text, 'returned'::text, 'cancelled'::text])))
);
CREATE INDEX refunds_open ON refunds USING btree (customer_no, refund_no) WHERE (state <> 'returned'::text);

-- qingzhou_app: INSERT, SELECT
CREATE TABLE refund_steps (
  customer_no text NOT NULL,
  refund_no text NOT NULL,
  step_no integer NOT NULL,
  state text NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  sent_by text,
  CONSTRAINT refund_steps_pkey PRIMARY KEY (customer_no, refund_no, step_no),
  CONSTRAINT refund_steps_customer_no_refund_no_fkey FOREIGN KEY (customer_no, refund_no) REFERENCES refunds(customer_no, refund_no),
  CONSTRAINT refund_steps_sent_by CHECK (((sent_by IS NULL) OR ((state = 'sent'::text) AND (sent_by = ANY (ARRAY['bank'::text, 'wallet'::text, 'messenger'::text]))))),
  CONSTRAINT refund_steps_state_check CHECK ((state = ANY (ARRAY['owed'::text, 'sent'::text, 'returned'::text, 'failed'::text, 'cancelled'::text])))
);

-- qingzhou_app: INSERT, SELECT
CREATE TABLE payment_reversals (
  customer_no text NOT NULL,
  payment_no text NOT NULL,
  loan_no text NOT NULL,
  amount_fen bigint NOT NULL,
  reason text NOT NULL,
  reversed_on date NOT NULL,
  CONSTRAINT payment_reversals_pkey PRIMARY KEY (customer_no, payment_no, loan_no),
  CONSTRAINT payment_reversals_amount_fen_check CHECK ((amount_fen > 0)),
  CONSTRAINT payment_reversals_reason_check CHECK ((reason = ANY (ARRAY['bounced'::text, 'disputed'::text, 'booked-wrongly'::text])))
);

-- qingzhou_app: INSERT, SELECT
CREATE TABLE deferrals (
  customer_no text NOT NULL,
  request_no text NOT NULL,
  fingerprint bytea NOT NULL,
  loan_no text NOT NULL,
  n integer NOT NULL,
  days integer NOT NULL,
  due_on date NOT NULL,
  new_due_on date NOT NULL,
  amount_fen bigint NOT NULL,
  new_amount_fen bigint NOT NULL,
  deferred_on date NOT NULL,
  CONSTRAINT deferrals_pkey PRIMARY KEY (customer_no, request_no),
  CONSTRAINT deferrals_check CHECK ((new_due_on > due_on)),
  CONSTRAINT deferrals_check1 CHECK ((new_amount_fen >= amount_fen)),
  CONSTRAINT deferrals_days_check CHECK ((days > 0))
);

-- qingzhou_app: INSERT, SELECT, UPDATE
CREATE TABLE forbearances (
  customer_no text NOT NULL,
  forbearance_no text NOT NULL,
  evidence_no text NOT NULL,
  loan_no text NOT NULL,
  state text NOT NULL,
  days integer,
  reason text,
  note_sealed bytea,
  applied_on date,
  penalties_fen bigint[],
  opened_at timestamp with time zone NOT NULL,
  cost_fen bigint,
  first_n integer,
  due_on date,
  amount_fen bigint,
  new_due_on date,
  new_amount_fen bigint,
  CONSTRAINT forbearances_pkey PRIMARY KEY (customer_no, forbearance_no),
  CONSTRAINT forbearances_customer_no_evidence_no_key UNIQUE (customer_no, evidence_no),
  CONSTRAINT forbearances_check CHECK (((state = 'open'::text) OR ((days IS NOT NULL) AND (applied_on IS NOT NULL) AND (penalties_fen IS NOT NULL)))),
  CONSTRAINT forbearances_check1 CHECK ((num_nulls(cost_fen, first_n, due_on, amount_fen, new_due_on, new_amount_fen) = ANY (ARRAY[0, 6]))),
  CONSTRAINT forbearances_days_check CHECK ((days > 0)),
  CONSTRAINT forbearances_state_check CHECK ((state = ANY (ARRAY['open'::text, 'review'::text, 'approved'::text, 'refused'::text])))
);
CREATE UNIQUE INDEX forbearances_running ON forbearances USING btree (customer_no) WHERE (state = 'review'::text);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE waiver_offers (
  customer_no text NOT NULL,
  offer_no text NOT NULL,
  loan_no text NOT NULL,
  penalty_share_ppm integer NOT NULL,
  interest_share_ppm integer NOT NULL,
  valid_until date NOT NULL,
  state text NOT NULL,
  offered_on date NOT NULL,
  paid_fen bigint[],
  waived_fen bigint[],
  days_overdue integer,
  CONSTRAINT waiver_offers_pkey PRIMARY KEY (customer_no, offer_no),
  CONSTRAINT waiver_offers_customer_no_loan_no_fkey FOREIGN KEY (customer_no, loan_no) REFERENCES loans(customer_no, loan_no),
  CONSTRAINT waiver_offers_interest_share_ppm_check CHECK (((interest_share_ppm >= 0) AND (interest_share_ppm <= 1000000))),
  CONSTRAINT waiver_offers_penalty_share_ppm_check CHECK (((penalty_share_ppm >= 0) AND (penalty_share_ppm <= 1000000))),
  CONSTRAINT waiver_offers_state_check CHECK ((state = ANY (ARRAY['open'::text, 'accepted'::text, 'lapsed'::text])))
);
CREATE INDEX waiver_offers_open ON waiver_offers USING btree (valid_until) WHERE (state = 'open'::text);

-- qingzhou_app: INSERT, SELECT
CREATE TABLE rate_cuts (
  customer_no text NOT NULL,
  cut_no text NOT NULL,
  loan_no text NOT NULL,
  old_rate_ppm integer NOT NULL,
  new_rate_ppm integer NOT NULL,
  effective_on date NOT NULL,
  booked_on date NOT NULL,
  first_n integer NOT NULL,
  due_on date[] NOT NULL,
  principal_before_fen bigint[] NOT NULL,
  interest_before_fen bigint[] NOT NULL,
  principal_after_fen bigint[] NOT NULL,
  interest_after_fen bigint[] NOT NULL,
  saved_fen bigint NOT NULL,
  CONSTRAINT rate_cuts_pkey PRIMARY KEY (customer_no, cut_no),
  CONSTRAINT rate_cuts_check CHECK ((new_rate_ppm < old_rate_ppm))
);

-- qingzhou_app: INSERT, SELECT, UPDATE
CREATE TABLE consolidation_plans (
  customer_no text NOT NULL,
  plan_no text NOT NULL,
  loan_nos text[] NOT NULL,
  months smallint NOT NULL,
  contacts_sealed bytea,
  card_id text,
  state text DEFAULT 'open'::text NOT NULL,
  chosen_at timestamp with time zone NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  request_no text,
  fingerprint bytea,
  loan_no text,
  signed_at timestamp with time zone,
  CONSTRAINT consolidation_plans_pkey PRIMARY KEY (customer_no, plan_no),
  CONSTRAINT consolidation_plans_check CHECK (((state = 'signed'::text) = (loan_no IS NOT NULL))),
  CONSTRAINT consolidation_plans_loan_nos_check CHECK ((cardinality(loan_nos) > 0)),
  CONSTRAINT consolidation_plans_state_check CHECK ((state = ANY (ARRAY['open'::text, 'signed'::text])))
);
CREATE UNIQUE INDEX consolidation_plans_open ON consolidation_plans USING btree (customer_no) WHERE (state = 'open'::text);
CREATE UNIQUE INDEX consolidation_plans_request ON consolidation_plans USING btree (customer_no, request_no) WHERE (request_no IS NOT NULL);

-- qingzhou_app: INSERT, SELECT, UPDATE
CREATE TABLE hardship_documents (
  customer_no text NOT NULL,
  evidence_no text NOT NULL,
  note_sealed bytea,
  opened_at timestamp with time zone NOT NULL,
  valid_until date,
  CONSTRAINT hardship_documents_pkey PRIMARY KEY (customer_no, evidence_no)
);

-- qingzhou_app: INSERT, SELECT
CREATE TABLE bill_conversions (
  customer_no text NOT NULL,
  request_no text NOT NULL,
  fingerprint bytea NOT NULL,
  loan_no text NOT NULL,
  bill_loan_no text NOT NULL,
  n smallint NOT NULL,
  amount_fen bigint NOT NULL,
  signed_on date NOT NULL,
  CONSTRAINT bill_conversions_pkey PRIMARY KEY (customer_no, request_no),
  CONSTRAINT bill_conversions_customer_no_loan_no_key UNIQUE (customer_no, loan_no),
  CONSTRAINT bill_conversions_amount_fen_check CHECK ((amount_fen > 0))
);

-- documents and agreements ===========================================================================

-- qingzhou_app: DELETE, INSERT, SELECT
CREATE TABLE signed_agreements (
  customer_no text NOT NULL,
  agreement_no text NOT NULL,
  event text NOT NULL,
  code text NOT NULL,
  version text NOT NULL,
  title text NOT NULL,
  business_no text NOT NULL,
  text_sealed bytea NOT NULL,
  text_hash text NOT NULL,
  signed_at timestamp with time zone NOT NULL,
  ip_sealed bytea NOT NULL,
  device_sealed bytea,
  user_agent_sealed bytea NOT NULL,
  loan_no text,
  CONSTRAINT signed_agreements_pkey PRIMARY KEY (customer_no, agreement_no),
  CONSTRAINT signed_agreements_customer_no_business_no_code_key UNIQUE (customer_no, business_no, code)
);
CREATE TRIGGER refuse_early_delete BEFORE DELETE ON signed_agreements FOR EACH ROW EXECUTE FUNCTION refuse_early_delete();

-- look-up: token → paper
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE document_links (
  token_hash bytea NOT NULL,
  customer_no text NOT NULL,
  reference text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  kind text NOT NULL,
  CONSTRAINT document_links_pkey PRIMARY KEY (token_hash),
  CONSTRAINT document_links_kind_check CHECK ((kind = ANY (ARRAY['agreement'::text, 'statement'::text, 'certificate'::text])))
);
CREATE INDEX document_links_expiry ON document_links USING btree (expires_at);

-- qingzhou_app: DELETE, INSERT, SELECT
CREATE TABLE certificates (
  customer_no text NOT NULL,
  certificate_no text NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  loan_no text,
  amount_fen bigint,
  settled_on date,
  issued_on date NOT NULL,
  issued_at timestamp with time zone NOT NULL,
  holder_sealed bytea NOT NULL,
  code_sealed bytea NOT NULL,
  file_no text NOT NULL,
  digest bytea NOT NULL,
  CONSTRAINT certificates_pkey PRIMARY KEY (customer_no, certificate_no),
  CONSTRAINT certificates_customer_no_subject_key UNIQUE (customer_no, subject),
  CONSTRAINT certificates_check CHECK (((kind = 'settlement'::text) = ((loan_no IS NOT NULL) AND (amount_fen IS NOT NULL) AND (settled_on IS NOT NULL)))),
  CONSTRAINT certificates_kind_check CHECK ((kind = ANY (ARRAY['settlement'::text, 'statement'::text])))
);

-- look-up: check code -> certificate
-- qingzhou_app: DELETE, INSERT, SELECT
CREATE TABLE certificate_codes (
  code_hash bytea NOT NULL,
  customer_no text NOT NULL,
  certificate_no text NOT NULL,
  CONSTRAINT certificate_codes_pkey PRIMARY KEY (code_hash)
);
CREATE INDEX certificate_codes_customer ON certificate_codes USING btree (customer_no);

-- qingzhou_app: DELETE, INSERT, SELECT
CREATE TABLE certificate_requests (
  customer_no text NOT NULL,
  request_no text NOT NULL,
  fingerprint bytea NOT NULL,
  certificate_nos text[] NOT NULL,
  sent_to_sealed bytea,
  requested_at timestamp with time zone NOT NULL,
  CONSTRAINT certificate_requests_pkey PRIMARY KEY (customer_no, request_no)
);

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE evidence (
  customer_no text NOT NULL,
  evidence_no text NOT NULL,
  subject text NOT NULL,
  subject_no text NOT NULL,
  loan_no text NOT NULL,
  state text NOT NULL,
  due_on date,
  round integer DEFAULT 0 NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  submitted_by text,
  submitted_at timestamp with time zone,
  submitted_on date,
  reviewed_by text,
  reviewed_at timestamp with time zone,
  reason_sealed bytea,
  note_sealed bytea,
  reminded_of date,
  changed_at timestamp with time zone NOT NULL,
  summary text,
  CONSTRAINT evidence_pkey PRIMARY KEY (customer_no, evidence_no),
  CONSTRAINT evidence_customer_no_subject_subject_no_key UNIQUE (customer_no, subject, subject_no),
  CONSTRAINT evidence_check CHECK (((round = 0) = (submitted_at IS NULL))),
  CONSTRAINT evidence_check1 CHECK (((state <> ALL (ARRAY['approved'::text, 'refused'::text])) OR (reviewed_by IS NOT NULL))),
  CONSTRAINT evidence_check2 CHECK (((state <> 'refused'::text) OR (reason_sealed IS NOT NULL))),
  CONSTRAINT evidence_round_check CHECK ((round >= 0)),
  CONSTRAINT evidence_state_check CHECK ((state = ANY (ARRAY['toUpload'::text, 'toReview'::text, 'approved'::text, 'refused'::text, 'invalid'::text]))),
  CONSTRAINT evidence_subject_check CHECK ((subject = ANY (ARRAY['loanUse'::text, 'relief'::text, 'hardship'::text])))
);
CREATE INDEX evidence_due_on ON evidence USING btree (due_on) WHERE (state = ANY (ARRAY['toUpload'::text, 'refused'::text]));
CREATE INDEX evidence_evidence_no ON evidence USING btree (evidence_no);
CREATE INDEX evidence_state ON evidence USING btree (state, changed_at DESC, evidence_no);
CREATE TRIGGER check_evidence BEFORE INSERT OR UPDATE ON evidence FOR EACH ROW EXECUTE FUNCTION check_evidence_state();
CREATE TRIGGER check_reviewer BEFORE UPDATE ON evidence FOR EACH ROW WHEN (((new.state = ANY (ARRAY['approved'::text, 'refused'::text])) AND (new.state <> old.state))) EXECUTE FUNCTION check_reviewer();
CREATE TRIGGER refuse_early_delete BEFORE DELETE ON evidence FOR EACH ROW EXECUTE FUNCTION refuse_early_delete();

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE evidence_files (
  customer_no text NOT NULL,
  file_no text NOT NULL,
  evidence_no text NOT NULL,
  round integer NOT NULL,
  is_submitted boolean DEFAULT false NOT NULL,
  name_sealed bytea NOT NULL,
  kind text NOT NULL,
  size integer NOT NULL,
  pages integer NOT NULL,
  uploaded_by text NOT NULL,
  uploaded_at timestamp with time zone NOT NULL,
  CONSTRAINT evidence_files_pkey PRIMARY KEY (customer_no, file_no),
  CONSTRAINT evidence_files_customer_no_evidence_no_fkey FOREIGN KEY (customer_no, evidence_no) REFERENCES evidence(customer_no, evidence_no),
  CONSTRAINT evidence_files_kind_check CHECK ((kind = ANY (ARRAY['picture'::text, 'pdf'::text]))),
  CONSTRAINT evidence_files_round_check CHECK ((round >= 0))
);
CREATE INDEX evidence_files_evidence ON evidence_files USING btree (customer_no, evidence_no);
CREATE TRIGGER check_file BEFORE DELETE OR UPDATE ON evidence_files FOR EACH ROW EXECUTE FUNCTION check_evidence_file();

-- qingzhou_app: DELETE, INSERT, SELECT
CREATE TABLE evidence_events (
  customer_no text NOT NULL,
  evidence_no text NOT NULL,
  event_no integer NOT NULL,
  act text NOT NULL,
  round integer NOT NULL,
  done_by text NOT NULL,
  done_at timestamp with time zone NOT NULL,
  reason_sealed bytea,
  file_nos text[] DEFAULT '{}'::text[] NOT NULL,
  CONSTRAINT evidence_events_pkey PRIMARY KEY (customer_no, evidence_no, event_no),
  CONSTRAINT evidence_events_customer_no_evidence_no_fkey FOREIGN KEY (customer_no, evidence_no) REFERENCES evidence(customer_no, evidence_no),
  CONSTRAINT evidence_events_act_check CHECK ((act = ANY (ARRAY['submitted'::text, 'approved'::text, 'refused'::text, 'lapsed'::text])))
);
CREATE TRIGGER refuse_change BEFORE UPDATE ON evidence_events FOR EACH ROW EXECUTE FUNCTION refuse_change_except_resealing('reason_sealed');
CREATE TRIGGER refuse_early_delete BEFORE DELETE ON evidence_events FOR EACH ROW EXECUTE FUNCTION refuse_early_delete();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON evidence_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE FUNCTION check_evidence_state()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'toUpload' OR NEW.round <> 0 THEN
      RAISE EXCEPTION 'new evidence has no submission' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.state IN ('approved', 'refused') AND OLD.state <> NEW.state THEN
    IF OLD.state <> 'toReview' OR NEW.round <> OLD.round
       OR NEW.submitted_by IS DISTINCT FROM OLD.submitted_by THEN
      RAISE EXCEPTION 'evidence is reviewed in state toReview only' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.reviewed_by = NEW.submitted_by OR EXISTS (
         SELECT FROM evidence_files
          WHERE customer_no = NEW.customer_no AND evidence_no = NEW.evidence_no
            AND is_submitted AND round = NEW.round AND uploaded_by = NEW.reviewed_by) THEN
      RAISE EXCEPTION 'a reviewer must not have uploaded the evidence'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'evidence_own_upload';
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.state = OLD.state THEN
    IF OLD.state IN ('approved', 'invalid')
       AND (NEW.reviewed_by, NEW.round, NEW.submitted_by)
           IS DISTINCT FROM (OLD.reviewed_by, OLD.round, OLD.submitted_by) THEN
      RAISE EXCEPTION 'a final review is not changed' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.state NOT IN ('toUpload', 'refused')
     OR NEW.state = 'toReview' AND NEW.round <> OLD.round + 1
     OR NEW.state = 'toUpload' THEN
    RAISE EXCEPTION 'evidence does not go from % to %', OLD.state, NEW.state
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION check_reviewer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM staff
    WHERE staff_no = NEW.reviewed_by AND is_active AND roles && ARRAY['reviewer', 'admin'] FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the reviewer has no role for it' USING ERRCODE = 'check_violation';
  END IF;
  PERFORM FROM staff JOIN phones USING (phone_index)
    WHERE staff.staff_no = NEW.reviewed_by AND phones.customer_no = NEW.customer_no;
  IF FOUND THEN
    RAISE EXCEPTION 'a reviewer must not be the borrower'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'evidence_own_loan';
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION check_evidence_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.is_submitted AND NOT is_erased(OLD.customer_no) THEN
      RAISE EXCEPTION 'a submitted file is not deleted' USING ERRCODE = 'check_violation';
    END IF;
    RETURN OLD;
  END IF;
  IF (NEW.uploaded_by, NEW.uploaded_at, NEW.evidence_no) IS DISTINCT FROM (OLD.uploaded_by, OLD.uploaded_at, OLD.evidence_no)
     OR OLD.is_submitted AND NOT NEW.is_submitted
     OR NEW.round <> OLD.round AND EXISTS (
          SELECT FROM evidence
           WHERE customer_no = OLD.customer_no AND evidence_no = OLD.evidence_no
             AND state NOT IN ('toUpload', 'refused')) THEN
    RAISE EXCEPTION 'uploader, time and evidence of a file are not changed' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$function$;

-- staff ==============================================================================================

-- reference: who works here, and what they may do
-- qingzhou_app: INSERT, SELECT, UPDATE
CREATE TABLE staff (
  staff_no text DEFAULT ('S'::text || lpad((nextval('staff_numbers'::regclass))::text, 6, '0'::text)) NOT NULL,
  username text NOT NULL,
  name_sealed bytea NOT NULL,
  avatar text DEFAULT ''::text NOT NULL,
  roles text[] NOT NULL,
  password_hash text NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  created_at timestamp with time zone NOT NULL,
  phone_index bytea,
  second_factor_required boolean DEFAULT false NOT NULL,
  access_ends_on date,
  oidc_subject_hash bytea,
  first_password_until timestamp with time zone,
  first_half_by text,
  CONSTRAINT staff_pkey PRIMARY KEY (staff_no),
  CONSTRAINT staff_oidc_subject_key UNIQUE (oidc_subject_hash),
  CONSTRAINT staff_username_key UNIQUE (username),
  CONSTRAINT staff_auditor_check CHECK ((('auditor'::text <> ALL (roles)) OR ((roles = ARRAY['auditor'::text]) AND (access_ends_on IS NOT NULL)))),
  CONSTRAINT staff_avatar_check CHECK ((avatar ~ '^(/[A-Za-z0-9_-][A-Za-z0-9_./-]{0,199})?$'::text)),
  CONSTRAINT staff_roles_check CHECK (((cardinality(roles) > 0) AND (roles <@ ARRAY['operator'::text, 'reviewer'::text, 'admin'::text, 'auditor'::text]))),
  CONSTRAINT staff_username_check CHECK ((username ~ '^[a-z][a-z0-9_.-]{1,31}$'::text))
);

-- look-up: hash of a staff session's secret -> member of staff
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE staff_sessions (
  secret_hash bytea NOT NULL,
  token_hash bytea NOT NULL,
  staff_no text NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT staff_sessions_pkey PRIMARY KEY (secret_hash),
  CONSTRAINT staff_sessions_token_hash_key UNIQUE (token_hash),
  CONSTRAINT staff_sessions_staff_no_fkey FOREIGN KEY (staff_no) REFERENCES staff(staff_no)
);
CREATE INDEX staff_sessions_expires_at ON staff_sessions USING btree (expires_at);
CREATE INDEX staff_sessions_staff ON staff_sessions USING btree (staff_no);

-- reference: a member of staff -> their authenticator app
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE staff_second_factors (
  staff_no text NOT NULL,
  secret_sealed bytea NOT NULL,
  last_step bigint NOT NULL,
  enrolled_at timestamp with time zone NOT NULL,
  CONSTRAINT staff_second_factors_pkey PRIMARY KEY (staff_no),
  CONSTRAINT staff_second_factors_staff_no_fkey FOREIGN KEY (staff_no) REFERENCES staff(staff_no)
);

-- look-up: hash of a recovery code -> member of staff
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE staff_recovery_codes (
  code_hash bytea NOT NULL,
  staff_no text NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT staff_recovery_codes_pkey PRIMARY KEY (code_hash),
  CONSTRAINT staff_recovery_codes_staff_no_fkey FOREIGN KEY (staff_no) REFERENCES staff(staff_no)
);
CREATE INDEX staff_recovery_codes_staff ON staff_recovery_codes USING btree (staff_no);

-- look-up: hash of a ticket -> sign-in that waits for its second step
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE staff_sign_in_tickets (
  ticket_hash bytea NOT NULL,
  staff_no text NOT NULL,
  secret_sealed bytea,
  attempts smallint DEFAULT 0 NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT staff_sign_in_tickets_pkey PRIMARY KEY (ticket_hash),
  CONSTRAINT staff_sign_in_tickets_staff_no_fkey FOREIGN KEY (staff_no) REFERENCES staff(staff_no)
);
CREATE INDEX staff_sign_in_tickets_expires_at ON staff_sign_in_tickets USING btree (expires_at);
CREATE INDEX staff_sign_in_tickets_staff ON staff_sign_in_tickets USING btree (staff_no);

-- look-up: member of staff and hour -> failed sign-ins
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE staff_sign_in_failures (
  staff_no text NOT NULL,
  hour timestamp with time zone NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  locks integer DEFAULT 0 NOT NULL,
  CONSTRAINT staff_sign_in_failures_pkey PRIMARY KEY (staff_no, hour)
);

-- look-up: hash of a token of the admin platform -> exchanged
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE staff_handovers (
  token_hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT staff_handovers_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX staff_handovers_expires_at ON staff_handovers USING btree (expires_at);

-- reference: what staff did and looked at, in one chain
-- qingzhou_app: INSERT, SELECT
CREATE TABLE staff_log (
  log_no bigint NOT NULL,
  done_at timestamp with time zone NOT NULL,
  actor text NOT NULL,
  act text NOT NULL,
  customer_no text,
  about text NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT staff_log_pkey PRIMARY KEY (log_no),
  CONSTRAINT staff_log_about_check CHECK ((about ~ '^[A-Za-z0-9 _:;,.=-]{0,200}$'::text)),
  CONSTRAINT staff_log_act_check CHECK ((act ~ '^[a-z][a-z-]{1,39}$'::text)),
  CONSTRAINT staff_log_actor_check CHECK ((actor ~ '^[A-Za-z0-9-]{1,40}$'::text)),
  CONSTRAINT staff_log_customer_no_check CHECK ((customer_no ~ '^[A-Za-z0-9-]{1,40}$'::text))
);
CREATE INDEX staff_log_act ON staff_log USING btree (act, log_no);
CREATE INDEX staff_log_actor ON staff_log USING btree (actor, log_no);
CREATE INDEX staff_log_actor_act ON staff_log USING btree (actor, act, log_no);
CREATE INDEX staff_log_customer ON staff_log USING btree (customer_no, log_no) WHERE (customer_no IS NOT NULL);
CREATE INDEX staff_log_done_at ON staff_log USING btree (done_at);
CREATE TRIGGER chain BEFORE INSERT ON staff_log FOR EACH ROW EXECUTE FUNCTION chain_staff_log();
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE ON staff_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON staff_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- reference: the last row of the staff log
-- qingzhou_app: SELECT
CREATE TABLE staff_log_head (
  is_only boolean DEFAULT true NOT NULL,
  log_no bigint NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT staff_log_head_pkey PRIMARY KEY (is_only),
  CONSTRAINT staff_log_head_is_only_check CHECK (is_only)
);
CREATE TRIGGER refuse_change BEFORE DELETE ON staff_log_head FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON staff_log_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- reference: acts that one member of staff proposes and another approves
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE proposals (
  proposal_no text NOT NULL,
  kind text NOT NULL,
  customer_no text NOT NULL,
  parameters_sealed bytea NOT NULL,
  parameters_hash bytea NOT NULL,
  reason_sealed bytea NOT NULL,
  proposed_by text NOT NULL,
  proposed_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  state text DEFAULT 'proposed'::text NOT NULL,
  decided_by text,
  decided_at timestamp with time zone,
  result text DEFAULT ''::text NOT NULL,
  rejection_sealed bytea,
  amount_fen bigint DEFAULT 0 NOT NULL,
  base text DEFAULT ''::text NOT NULL,
  effect_sealed bytea,
  renewals integer DEFAULT 0 NOT NULL,
  renewed_at timestamp with time zone,
  sent_back_at timestamp with time zone,
  CONSTRAINT proposals_pkey PRIMARY KEY (proposal_no),
  CONSTRAINT proposals_amount_fen_check CHECK ((amount_fen >= 0)),
  CONSTRAINT proposals_base_check CHECK ((base ~ '^[a-z0-9 =,]{0,120}$'::text)),
  CONSTRAINT proposals_check CHECK (((state = 'rejected'::text) = (rejection_sealed IS NOT NULL))),
  CONSTRAINT proposals_check1 CHECK (((state = 'proposed'::text) = (decided_at IS NULL))),
  CONSTRAINT proposals_check2 CHECK (((state = ANY (ARRAY['proposed'::text, 'expired'::text])) = (decided_by IS NULL))),
  CONSTRAINT proposals_check3 CHECK (((renewals = 0) = (renewed_at IS NULL))),
  CONSTRAINT proposals_kind_check CHECK ((kind ~ '^[a-z][a-z-]{1,39}$'::text)),
  CONSTRAINT proposals_renewals_check CHECK ((renewals >= 0)),
  CONSTRAINT proposals_result_check CHECK ((result ~ '^[A-Za-z0-9 _:;,.=-]{0,200}$'::text)),
  CONSTRAINT proposals_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'done'::text, 'rejected'::text, 'expired'::text, 'failed'::text]))),
  CONSTRAINT proposals_two_people CHECK (((state <> ALL (ARRAY['done'::text, 'failed'::text])) OR (decided_by <> proposed_by)))
);
CREATE INDEX proposals_by_amount ON proposals USING btree (amount_fen, proposal_no);
CREATE INDEX proposals_by_expiry ON proposals USING btree (expires_at, proposal_no);
CREATE INDEX proposals_by_time ON proposals USING btree (proposed_at, proposal_no);
CREATE INDEX proposals_customer ON proposals USING btree (customer_no, proposed_at DESC) WHERE (customer_no <> ''::text);
CREATE INDEX proposals_newest ON proposals USING btree (state, proposed_at DESC, proposal_no);
CREATE INDEX proposals_of_kind_by_amount ON proposals USING btree (kind, amount_fen, proposal_no);
CREATE INDEX proposals_of_kind_by_expiry ON proposals USING btree (kind, expires_at, proposal_no);
CREATE INDEX proposals_of_kind_by_time ON proposals USING btree (kind, proposed_at, proposal_no);
CREATE INDEX proposals_of_proposer_by_amount ON proposals USING btree (proposed_by, amount_fen, proposal_no);
CREATE INDEX proposals_of_proposer_by_expiry ON proposals USING btree (proposed_by, expires_at, proposal_no);
CREATE INDEX proposals_of_proposer_by_time ON proposals USING btree (proposed_by, proposed_at, proposal_no);
CREATE INDEX proposals_of_state_by_amount ON proposals USING btree (state, amount_fen, proposal_no);
CREATE INDEX proposals_of_state_by_expiry ON proposals USING btree (state, expires_at, proposal_no);
CREATE UNIQUE INDEX proposals_open ON proposals USING btree (kind, parameters_hash) WHERE (state = 'proposed'::text);
CREATE TRIGGER check_proposal BEFORE INSERT OR UPDATE ON proposals FOR EACH ROW EXECUTE FUNCTION check_proposal();
CREATE TRIGGER refuse_early_delete BEFORE DELETE ON proposals FOR EACH ROW EXECUTE FUNCTION refuse_early_delete();

-- look-up: blind index of an ID number -> on the list of employees
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE employee_roster (
  entry_no text NOT NULL,
  id_index bytea NOT NULL,
  name_index bytea NOT NULL,
  mobile_index bytea NOT NULL,
  id_number_sealed bytea NOT NULL,
  name_sealed bytea NOT NULL,
  mobile_sealed bytea NOT NULL,
  employer text NOT NULL,
  employer_search text NOT NULL,
  added_by text NOT NULL,
  added_at timestamp with time zone NOT NULL,
  added_order bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  CONSTRAINT employee_roster_pkey PRIMARY KEY (entry_no),
  CONSTRAINT employee_roster_id_index_key UNIQUE (id_index)
);
CREATE INDEX employee_roster_employer ON employee_roster USING btree (employer_search text_pattern_ops);
CREATE INDEX employee_roster_mobile ON employee_roster USING btree (mobile_index);
CREATE INDEX employee_roster_name ON employee_roster USING btree (name_index);
CREATE INDEX employee_roster_newest ON employee_roster USING btree (added_order);

-- reference: imports of the list of employees
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE roster_imports (
  import_no text NOT NULL,
  staff_no text NOT NULL,
  upload_no text NOT NULL,
  state text NOT NULL,
  begun integer DEFAULT 0 NOT NULL,
  row_count integer DEFAULT 0 NOT NULL,
  rows_done integer DEFAULT 0 NOT NULL,
  added integer DEFAULT 0 NOT NULL,
  already integer DEFAULT 0 NOT NULL,
  problems_sealed bytea,
  problems_total integer DEFAULT 0 NOT NULL,
  started_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT roster_imports_pkey PRIMARY KEY (import_no),
  CONSTRAINT roster_imports_check CHECK (((ended_at IS NULL) = (state = ANY (ARRAY['waiting'::text, 'checking'::text, 'saving'::text])))),
  CONSTRAINT roster_imports_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'checking'::text, 'saving'::text, 'done'::text, 'refused'::text])))
);
CREATE UNIQUE INDEX roster_imports_running ON roster_imports USING btree ((true)) WHERE (state = ANY (ARRAY['waiting'::text, 'checking'::text, 'saving'::text]));
CREATE INDEX roster_imports_upload ON roster_imports USING btree (staff_no, upload_no, started_at);

CREATE VIEW staff_log_faults AS
 SELECT entry.log_no
   FROM staff_log entry
  WHERE ((entry.previous_hash <> COALESCE(( SELECT before.hash
           FROM staff_log before
          WHERE (before.log_no = (entry.log_no - 1))), '\x'::bytea)) OR (entry.hash <> staff_log_hash(entry.*)) OR (entry.log_no > COALESCE(( SELECT staff_log_head.log_no
           FROM staff_log_head), (0)::bigint)))
UNION ALL
 SELECT head.log_no
   FROM (staff_log_head head
     LEFT JOIN staff_log last ON ((last.log_no = head.log_no)))
  WHERE ((head.log_no > 0) AND (last.hash IS DISTINCT FROM head.hash));

CREATE OR REPLACE FUNCTION staff_log_hash(entry staff_log)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  SELECT sha256(entry.previous_hash || convert_to(concat_ws(E'\n',
    entry.log_no, (extract(epoch FROM entry.done_at) * 1000000)::bigint, entry.actor, entry.act,
    coalesce(entry.customer_no, ''), entry.about), 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION chain_staff_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  head staff_log_head;
BEGIN
  SELECT * INTO STRICT head FROM staff_log_head FOR UPDATE;
  NEW.log_no := head.log_no + 1;
  NEW.previous_hash := head.hash;
  NEW.hash := staff_log_hash(NEW);
  UPDATE staff_log_head SET log_no = NEW.log_no, hash = NEW.hash;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION check_proposal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'proposed' THEN
      RAISE EXCEPTION 'a proposal begins undecided' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.proposal_no, NEW.kind, NEW.customer_no, NEW.parameters_hash, NEW.proposed_by, NEW.proposed_at)
       IS DISTINCT FROM
     (OLD.proposal_no, OLD.kind, OLD.customer_no, OLD.parameters_hash, OLD.proposed_by, OLD.proposed_at)
     OR (NEW.parameters_sealed, NEW.reason_sealed) IS DISTINCT FROM (OLD.parameters_sealed, OLD.reason_sealed)
        AND NOT owns_schema()
     -- What a renewal replaces, while it is undecided.
     OR (NEW.expires_at, NEW.amount_fen, NEW.base, NEW.renewals, NEW.renewed_at)
          IS DISTINCT FROM (OLD.expires_at, OLD.amount_fen, OLD.base, OLD.renewals, OLD.renewed_at)
        AND (OLD.state, NEW.state, NEW.renewals) IS DISTINCT FROM ('proposed', 'proposed', OLD.renewals + 1)
     OR NEW.effect_sealed IS DISTINCT FROM OLD.effect_sealed AND NEW.renewals = OLD.renewals
        AND NOT owns_schema()
     OR OLD.state <> 'proposed' AND NEW.rejection_sealed IS DISTINCT FROM OLD.rejection_sealed
        AND NOT owns_schema()
     OR OLD.state <> 'proposed'
        AND (NEW.state, NEW.decided_by, NEW.decided_at, NEW.result, NEW.sent_back_at)
            IS DISTINCT FROM (OLD.state, OLD.decided_by, OLD.decided_at, OLD.result, OLD.sent_back_at) THEN
    RAISE EXCEPTION 'a proposal is decided once, and not changed' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$function$;

-- orders and transfers ===============================================================================

-- look-up: number of an order at a provider -> our number
-- qingzhou_app: INSERT, SELECT
CREATE TABLE wire_orders (
  wire_no text NOT NULL,
  order_no text NOT NULL,
  ordered_at timestamp with time zone NOT NULL,
  reference text,
  note text,
  CONSTRAINT wire_orders_pkey PRIMARY KEY (wire_no),
  CONSTRAINT wire_orders_order_no_key UNIQUE (order_no),
  CONSTRAINT wire_orders_form CHECK (((wire_no ~ '^[0-9A-Za-z]{8,32}$'::text) OR (wire_no = order_no))),
  CONSTRAINT wire_orders_note CHECK (((length(note) >= 1) AND (length(note) <= 1024))),
  CONSTRAINT wire_orders_reference CHECK (((length(reference) >= 1) AND (length(reference) <= 2048)))
);
CREATE INDEX wire_orders_reference ON wire_orders USING btree (md5(reference)) WHERE (reference IS NOT NULL);

-- look-up: number of an order at a bank -> the bank that has it
-- qingzhou_app: INSERT, SELECT
CREATE TABLE bank_routes (
  wire_no text NOT NULL,
  kind text NOT NULL,
  route text NOT NULL,
  ordered_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone,
  declined_by text[] DEFAULT '{}'::text[] NOT NULL,
  CONSTRAINT bank_routes_pkey PRIMARY KEY (wire_no),
  CONSTRAINT bank_routes_debit CHECK (((kind <> 'debit'::text) OR (declined_by = '{}'::text[]))),
  CONSTRAINT bank_routes_declined CHECK ((NOT (route = ANY (declined_by)))),
  CONSTRAINT bank_routes_kind CHECK ((kind = ANY (ARRAY['disbursement'::text, 'debit'::text, 'refund'::text])))
);

-- reference: tokens of the lender at providers
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE provider_tokens (
  name text NOT NULL,
  token_sealed bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT provider_tokens_pkey PRIMARY KEY (name),
  CONSTRAINT provider_tokens_name CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);

-- qingzhou_app: INSERT, SELECT
CREATE TABLE bank_transfers (
  customer_no text NOT NULL,
  kind text NOT NULL,
  transfer_no text NOT NULL,
  loan_no text NOT NULL,
  amount_fen bigint NOT NULL,
  confirmed_on date NOT NULL,
  CONSTRAINT bank_transfers_pkey PRIMARY KEY (customer_no, kind, transfer_no),
  CONSTRAINT bank_transfers_amount_fen_check CHECK ((amount_fen > 0)),
  CONSTRAINT bank_transfers_kind_check CHECK ((kind = ANY (ARRAY['disbursement'::text, 'collection'::text, 'refund'::text, 'return'::text, 'reversal'::text])))
);

-- qingzhou_app: INSERT, SELECT
CREATE TABLE provider_transfers (
  customer_no text NOT NULL,
  order_no text NOT NULL,
  provider text NOT NULL,
  kind text NOT NULL,
  amount_fen bigint NOT NULL,
  transferred_on date NOT NULL,
  CONSTRAINT provider_transfers_pkey PRIMARY KEY (customer_no, order_no),
  CONSTRAINT provider_transfers_amount_fen_check CHECK ((amount_fen > 0)),
  CONSTRAINT provider_transfers_kind_check CHECK ((kind = ANY (ARRAY['disbursement'::text, 'debit'::text, 'refund'::text, 'return'::text, 'reversal'::text]))),
  CONSTRAINT provider_transfers_provider_check CHECK ((provider = ANY (ARRAY['bank'::text, 'wallet'::text, 'messenger'::text])))
);
CREATE INDEX provider_transfers_of_day ON provider_transfers USING btree (transferred_on, provider);

-- reference: what day files and books do not agree on
-- qingzhou_app: INSERT, SELECT, UPDATE
CREATE TABLE transfer_differences (
  provider text NOT NULL,
  transferred_on date NOT NULL,
  order_no text NOT NULL,
  finding text NOT NULL,
  kind text NOT NULL,
  booked_fen bigint,
  reported_fen bigint,
  found_at timestamp with time zone NOT NULL,
  settled_at timestamp with time zone,
  resolution text,
  resolution_note text,
  resolved_by text,
  resolved_at timestamp with time zone,
  wire_no text,
  note text,
  said text,
  ordered_at timestamp with time zone,
  CONSTRAINT transfer_differences_pkey PRIMARY KEY (provider, transferred_on, order_no),
  CONSTRAINT transfer_differences_finding_check CHECK ((finding = ANY (ARRAY['missing-with-us'::text, 'missing-with-them'::text, 'other-amount'::text]))),
  CONSTRAINT transfer_differences_kind_check CHECK ((kind = ANY (ARRAY['disbursement'::text, 'debit'::text, 'refund'::text, 'return'::text, 'reversal'::text]))),
  CONSTRAINT transfer_differences_provider_check CHECK ((provider = ANY (ARRAY['bank'::text, 'wallet'::text, 'messenger'::text]))),
  CONSTRAINT transfer_differences_resolution_check CHECK ((((resolution IS NULL) AND (resolution_note IS NULL) AND (resolved_by IS NULL) AND (resolved_at IS NULL)) OR ((resolution = ANY (ARRAY['explained'::text, 'matched'::text, 'refunded'::text, 'written-off'::text])) AND (resolution_note <> ''::text) AND (resolved_by IS NOT NULL) AND (resolved_at IS NOT NULL)))),
  CONSTRAINT transfer_differences_said CHECK ((said = ANY (ARRAY['processing'::text, 'done'::text, 'declined'::text, 'unknown'::text, 'fault'::text])))
);
CREATE INDEX transfer_differences_open ON transfer_differences USING btree (transferred_on) WHERE (settled_at IS NULL);

-- reference: days held against the day files
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE reconciled_days (
  transferred_on date NOT NULL,
  compared_at timestamp with time zone NOT NULL,
  transfers integer NOT NULL,
  CONSTRAINT reconciled_days_pkey PRIMARY KEY (transferred_on)
);

-- reference: transfers to the account of the lender, by the number of the bank
-- qingzhou_app: INSERT, SELECT
CREATE TABLE outside_payments (
  reference text NOT NULL,
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  payment_no text NOT NULL,
  amount_fen bigint NOT NULL,
  received_on date NOT NULL,
  taken_back_on date,
  CONSTRAINT outside_payments_pkey PRIMARY KEY (reference),
  CONSTRAINT outside_payments_amount_fen_check CHECK ((amount_fen > 0)),
  CONSTRAINT outside_payments_reference_check CHECK ((reference ~ '^[0-9A-Za-z-]{4,64}$'::text))
);

-- operations and campaigns ===========================================================================

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE operational_exceptions (
  customer_no text NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  subject_no text NOT NULL,
  since timestamp with time zone NOT NULL,
  found_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  resolved_at timestamp with time zone,
  details text,
  accepted_at timestamp with time zone,
  accepted_by text,
  accepted_details text,
  CONSTRAINT operational_exceptions_pkey PRIMARY KEY (customer_no, kind, subject, subject_no),
  CONSTRAINT operational_exceptions_accepted_check CHECK (((accepted_at IS NULL) = (accepted_by IS NULL))),
  CONSTRAINT operational_exceptions_kind_check CHECK ((kind = ANY (ARRAY['order-late'::text, 'order-without-task'::text, 'task-failing'::text, 'task-dead'::text, 'rule-broken'::text, 'loan-differs'::text])))
);
CREATE INDEX operational_exceptions_open ON operational_exceptions USING btree (kind, since) WHERE (resolved_at IS NULL);
CREATE INDEX operational_exceptions_resolved ON operational_exceptions USING btree (resolved_at) WHERE (resolved_at IS NOT NULL);

-- reference: the servers and workers that run
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE running_processes (
  process_id text NOT NULL,
  host text NOT NULL,
  pid integer NOT NULL,
  version text NOT NULL,
  vault_key_ids text[] NOT NULL,
  takes_tasks boolean NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT running_processes_pkey PRIMARY KEY (process_id)
);

-- reference: when backups were completed
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE completed_backups (
  completed_at timestamp with time zone NOT NULL,
  CONSTRAINT completed_backups_pkey PRIMARY KEY (completed_at)
);

-- reference: the campaigns of the lender, with their terms
-- qingzhou_app: INSERT, SELECT, UPDATE
CREATE TABLE campaigns (
  campaign_no text NOT NULL,
  kind text NOT NULL,
  terms text NOT NULL,
  created_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  people integer DEFAULT 0 NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT campaigns_pkey PRIMARY KEY (campaign_no),
  CONSTRAINT campaigns_campaign_no_check CHECK ((campaign_no ~ '^[A-Za-z0-9-]{1,40}$'::text)),
  CONSTRAINT campaigns_created_by_check CHECK ((created_by ~ '^[A-Za-z0-9-]{1,40}$'::text)),
  CONSTRAINT campaigns_kind_check CHECK ((kind = ANY (ARRAY['coupons'::text, 'invitations'::text, 'sign-in-links'::text])))
);

-- reference: the download addresses of the campaign pages
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE download_campaigns (
  campaign_no text NOT NULL,
  page text NOT NULL,
  title text,
  summary text,
  ios_url text,
  android_url text,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone,
  CONSTRAINT download_campaigns_pkey PRIMARY KEY (campaign_no),
  CONSTRAINT download_campaigns_android_url_check CHECK ((length(android_url) <= 500)),
  CONSTRAINT download_campaigns_campaign_no_check CHECK ((campaign_no ~ '^[A-Za-z0-9-]{1,40}$'::text)),
  CONSTRAINT download_campaigns_check CHECK (((ios_url IS NOT NULL) OR (android_url IS NOT NULL))),
  CONSTRAINT download_campaigns_ios_url_check CHECK ((length(ios_url) <= 500)),
  CONSTRAINT download_campaigns_summary_check CHECK (((length(summary) >= 1) AND (length(summary) <= 100))),
  CONSTRAINT download_campaigns_title_check CHECK (((length(title) >= 1) AND (length(title) <= 40)))
);

-- proposals ==========================================================================================

-- reference: comments and evidence of proposals
-- qingzhou_app: DELETE, INSERT, SELECT
CREATE TABLE proposal_notes (
  proposal_no text NOT NULL,
  note_no text NOT NULL,
  customer_no text NOT NULL,
  act text NOT NULL,
  text_sealed bytea,
  file_no text,
  file_kind text,
  file_bytes integer,
  written_by text NOT NULL,
  written_at timestamp with time zone NOT NULL,
  CONSTRAINT proposal_notes_pkey PRIMARY KEY (proposal_no, note_no),
  CONSTRAINT proposal_notes_written_by_fkey FOREIGN KEY (written_by) REFERENCES staff(staff_no),
  CONSTRAINT proposal_notes_act_check CHECK ((act = ANY (ARRAY['comment'::text, 'evidence'::text, 'send-back'::text, 'renew'::text]))),
  CONSTRAINT proposal_notes_check CHECK (((act = 'evidence'::text) = (file_no IS NOT NULL))),
  CONSTRAINT proposal_notes_check1 CHECK ((((file_no IS NULL) = (file_kind IS NULL)) AND ((file_no IS NULL) = (file_bytes IS NULL)))),
  CONSTRAINT proposal_notes_file_kind_check CHECK ((file_kind = ANY (ARRAY['picture'::text, 'pdf'::text])))
);
CREATE INDEX proposal_notes_customer ON proposal_notes USING btree (customer_no) WHERE (customer_no <> ''::text);
CREATE TRIGGER refuse_early_delete BEFORE DELETE ON proposal_notes FOR EACH ROW EXECUTE FUNCTION refuse_early_delete();

-- staff queues =======================================================================================

-- reference: who works on which item of a queue
-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE staff_queue_claims (
  queue text NOT NULL,
  item_no text NOT NULL,
  claimed_by text NOT NULL,
  claimed_at timestamp with time zone NOT NULL,
  CONSTRAINT staff_queue_claims_pkey PRIMARY KEY (queue, item_no),
  CONSTRAINT staff_queue_claims_item_no_check CHECK ((item_no ~ '^[A-Za-z0-9-]{1,64}$'::text)),
  CONSTRAINT staff_queue_claims_queue_check CHECK ((queue = ANY (ARRAY['exceptions'::text, 'reviews'::text])))
);

-- reference: what was done with the items of the queues
-- qingzhou_app: DELETE, INSERT, SELECT
CREATE TABLE staff_queue_events (
  event_no text NOT NULL,
  queue text NOT NULL,
  item_no text NOT NULL,
  customer_no text NOT NULL,
  done_at timestamp with time zone NOT NULL,
  done_by text NOT NULL,
  act text NOT NULL,
  proposal_no text,
  note_sealed bytea,
  CONSTRAINT staff_queue_events_pkey PRIMARY KEY (event_no),
  CONSTRAINT staff_queue_events_act_check CHECK ((act ~ '^[a-z][a-z-]{1,39}$'::text)),
  CONSTRAINT staff_queue_events_item_no_check CHECK ((item_no ~ '^[A-Za-z0-9-]{1,64}$'::text)),
  CONSTRAINT staff_queue_events_queue_check CHECK ((queue = ANY (ARRAY['exceptions'::text, 'reviews'::text])))
);
CREATE INDEX staff_queue_events_customer ON staff_queue_events USING btree (customer_no) WHERE (customer_no <> ''::text);
CREATE INDEX staff_queue_events_item ON staff_queue_events USING btree (queue, item_no, event_no);
CREATE TRIGGER refuse_early_delete BEFORE DELETE ON staff_queue_events FOR EACH ROW EXECUTE FUNCTION refuse_early_delete();

-- dated rows =========================================================================================

-- reference: rates, caps, settings and holidays by day
-- qingzhou_app: INSERT, SELECT
CREATE TABLE dated_rows (
  row_no bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  day date NOT NULL,
  value integer NOT NULL,
  proposal_no text,
  recorded_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT dated_rows_pkey PRIMARY KEY (row_no),
  CONSTRAINT dated_rows_check CHECK (
CASE
    WHEN (kind = ANY (ARRAY['prime-rate'::text, 'cost-cap'::text])) THEN ((value >= 1) AND (value <= 360000))
    WHEN (kind = ANY (ARRAY['due-days'::text, 'calendar'::text])) THEN (value = ANY (ARRAY[0, 1]))
    ELSE ((value >= 0) AND (value <= 1000000))
END),
  CONSTRAINT dated_rows_kind_check CHECK ((kind = ANY (ARRAY['prime-rate'::text, 'cost-cap'::text, 'due-days'::text, 'calendar'::text, 'provision-pass'::text, 'provision-special-mention'::text, 'provision-substandard'::text, 'provision-doubtful'::text, 'provision-loss'::text, 'default-stage-1'::text, 'default-stage-2'::text, 'default-stage-3'::text, 'loss-given-default'::text, 'value-added-tax'::text])))
);
CREATE INDEX dated_rows_day ON dated_rows USING btree (kind, day, row_no);
CREATE TRIGGER check_dated_row BEFORE INSERT ON dated_rows FOR EACH ROW EXECUTE FUNCTION check_dated_row();
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE ON dated_rows FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON dated_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE FUNCTION check_dated_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  newest date;
BEGIN
  IF NEW.proposal_no IS NULL OR NEW.proposal_no = '' THEN
    RAISE EXCEPTION 'a dated row names its proposal' USING ERRCODE = 'check_violation';
  END IF;
  SELECT max(day) INTO newest FROM dated_rows WHERE kind = NEW.kind;
  IF NEW.day < (SELECT business_date FROM business_date)
     AND NOT (NEW.kind = 'prime-rate' AND (newest IS NULL OR NEW.day > newest)) THEN
    RAISE EXCEPTION 'a dated row is of a day that has not passed' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$function$;

-- data copies ========================================================================================

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE data_copies (
  customer_no text NOT NULL,
  request_no text NOT NULL,
  state text NOT NULL,
  tables_read integer DEFAULT 0 NOT NULL,
  tables_total integer NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  ready_at timestamp with time zone,
  expires_at timestamp with time zone,
  expired_at timestamp with time zone,
  file_no text,
  bytes integer,
  digest bytea,
  downloads integer DEFAULT 0 NOT NULL,
  downloaded_at timestamp with time zone,
  CONSTRAINT data_copies_pkey PRIMARY KEY (customer_no, request_no),
  CONSTRAINT data_copies_check CHECK (((tables_read >= 0) AND (tables_read <= tables_total))),
  CONSTRAINT data_copies_check1 CHECK (((state = 'preparing'::text) = (ready_at IS NULL))),
  CONSTRAINT data_copies_check2 CHECK (((state = 'preparing'::text) OR ((expires_at IS NOT NULL) AND (bytes IS NOT NULL) AND (digest IS NOT NULL)))),
  CONSTRAINT data_copies_check3 CHECK (((state = 'ready'::text) = (file_no IS NOT NULL))),
  CONSTRAINT data_copies_check4 CHECK (((state = 'expired'::text) = (expired_at IS NOT NULL))),
  CONSTRAINT data_copies_state_check CHECK ((state = ANY (ARRAY['preparing'::text, 'ready'::text, 'expired'::text])))
);
CREATE UNIQUE INDEX data_copies_preparing ON data_copies USING btree (customer_no) WHERE (state = 'preparing'::text);

-- funding partners ===================================================================================

-- reference: who funds loans together with the lender, by day
-- qingzhou_app: INSERT, SELECT
CREATE TABLE funding_partner_rows (
  row_no bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  partner_no text NOT NULL,
  day date NOT NULL,
  state text NOT NULL,
  name text,
  licence_no text,
  shares text,
  own_ppm_min integer,
  customer_max_fen bigint,
  total_max_fen bigint,
  otherwise text,
  proposal_no text NOT NULL,
  recorded_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT funding_partner_rows_pkey PRIMARY KEY (row_no),
  CONSTRAINT funding_partner_rows_check CHECK ((total_max_fen >= customer_max_fen)),
  CONSTRAINT funding_partner_rows_check1 CHECK ((num_nulls(name, licence_no, shares, own_ppm_min, customer_max_fen, total_max_fen, otherwise) =
CASE state
    WHEN 'open'::text THEN 0
    ELSE 7
END)),
  CONSTRAINT funding_partner_rows_customer_max_fen_check CHECK ((customer_max_fen > 0)),
  CONSTRAINT funding_partner_rows_otherwise_check CHECK ((otherwise = ANY (ARRAY['own'::text, 'refuse'::text]))),
  CONSTRAINT funding_partner_rows_own_ppm_min_check CHECK (((own_ppm_min >= 1) AND (own_ppm_min <= 999999))),
  CONSTRAINT funding_partner_rows_proposal_no_check CHECK ((proposal_no <> ''::text)),
  CONSTRAINT funding_partner_rows_state_check CHECK ((state = ANY (ARRAY['open'::text, 'paused'::text, 'ended'::text])))
);
CREATE INDEX funding_partner_rows_day ON funding_partner_rows USING btree (partner_no, day, row_no);
CREATE TRIGGER check_funding_partner_row BEFORE INSERT ON funding_partner_rows FOR EACH ROW EXECUTE FUNCTION check_funding_partner_row();
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE ON funding_partner_rows FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON funding_partner_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- qingzhou_app: INSERT, SELECT
CREATE TABLE loan_partners (
  customer_no text NOT NULL,
  draw_no text NOT NULL,
  loan_no text NOT NULL,
  place smallint NOT NULL,
  partner_no text NOT NULL,
  name text NOT NULL,
  licence_no text NOT NULL,
  share_ppm integer NOT NULL,
  amount_fen bigint NOT NULL,
  CONSTRAINT loan_partners_pkey PRIMARY KEY (customer_no, loan_no, place),
  CONSTRAINT loan_partners_customer_no_loan_no_partner_no_key UNIQUE (customer_no, loan_no, partner_no),
  CONSTRAINT loan_partners_amount_fen_check CHECK ((amount_fen >= 0)),
  CONSTRAINT loan_partners_place_check CHECK ((place > 0)),
  CONSTRAINT loan_partners_share_ppm_check CHECK (((share_ppm >= 1) AND (share_ppm <= 999999)))
);
CREATE INDEX loan_partners_partner ON loan_partners USING btree (partner_no, customer_no, loan_no);

CREATE OR REPLACE FUNCTION check_funding_partner_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.day < (SELECT business_date FROM business_date) THEN
    RAISE EXCEPTION 'a row of a partner is of a day that has not passed' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$function$;

-- bureau events ======================================================================================

-- qingzhou_app: DELETE, INSERT, SELECT
CREATE TABLE bureau_events (
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  event_no integer NOT NULL,
  kind text NOT NULL,
  about text NOT NULL,
  as_of date NOT NULL,
  recorded_on date NOT NULL,
  file_month date NOT NULL,
  named_event_no integer,
  dispute_no text,
  is_disputed boolean NOT NULL,
  amount_fen bigint,
  balance_fen bigint,
  overdue_fen bigint,
  days_late integer,
  late_class integer,
  close_reason text,
  holder_sealed bytea NOT NULL,
  CONSTRAINT bureau_events_pkey PRIMARY KEY (customer_no, loan_no, event_no),
  CONSTRAINT bureau_events_customer_no_loan_no_named_event_no_fkey FOREIGN KEY (customer_no, loan_no, named_event_no) REFERENCES bureau_events(customer_no, loan_no, event_no),
  CONSTRAINT bureau_events_about_check CHECK ((about = ANY (ARRAY['opened'::text, 'balance'::text, 'status'::text, 'closed'::text]))),
  CONSTRAINT bureau_events_amount_fen_check CHECK ((amount_fen > 0)),
  CONSTRAINT bureau_events_balance_fen_check CHECK ((balance_fen >= 0)),
  CONSTRAINT bureau_events_check CHECK ((as_of <= recorded_on)),
  CONSTRAINT bureau_events_check1 CHECK ((named_event_no < event_no)),
  CONSTRAINT bureau_events_check10 CHECK (((close_reason IS NULL) OR ((about = 'closed'::text) AND (kind <> 'disputed'::text)))),
  CONSTRAINT bureau_events_check11 CHECK (((kind <> 'closed'::text) OR (close_reason IS NOT NULL))),
  CONSTRAINT bureau_events_check2 CHECK (((named_event_no IS NOT NULL) = (kind = ANY (ARRAY['corrected'::text, 'disputed'::text])))),
  CONSTRAINT bureau_events_check3 CHECK (((kind = ANY (ARRAY['corrected'::text, 'disputed'::text])) OR (kind = about))),
  CONSTRAINT bureau_events_check4 CHECK (((kind <> 'disputed'::text) OR (dispute_no IS NOT NULL))),
  CONSTRAINT bureau_events_check5 CHECK (((amount_fen IS NOT NULL) = ((about = 'opened'::text) AND (kind <> 'disputed'::text)))),
  CONSTRAINT bureau_events_check6 CHECK (((balance_fen IS NOT NULL) = ((about = 'balance'::text) AND (kind <> 'disputed'::text)))),
  CONSTRAINT bureau_events_check7 CHECK (((overdue_fen IS NOT NULL) = (balance_fen IS NOT NULL))),
  CONSTRAINT bureau_events_check8 CHECK (((days_late IS NOT NULL) = ((about = 'status'::text) AND (kind <> 'disputed'::text)))),
  CONSTRAINT bureau_events_check9 CHECK (((late_class IS NOT NULL) = (days_late IS NOT NULL))),
  CONSTRAINT bureau_events_close_reason_check CHECK ((close_reason = ANY (ARRAY['settled'::text, 'consolidated'::text, 'returned'::text]))),
  CONSTRAINT bureau_events_days_late_check CHECK ((days_late >= 0)),
  CONSTRAINT bureau_events_event_no_check CHECK ((event_no > 0)),
  CONSTRAINT bureau_events_file_month_check CHECK ((file_month = ((date_trunc('month'::text, (file_month)::timestamp with time zone) + '1 mon -1 days'::interval))::date)),
  CONSTRAINT bureau_events_kind_check CHECK ((kind = ANY (ARRAY['opened'::text, 'balance'::text, 'status'::text, 'closed'::text, 'corrected'::text, 'disputed'::text]))),
  CONSTRAINT bureau_events_late_class_check CHECK (((late_class >= 0) AND (late_class <= 7))),
  CONSTRAINT bureau_events_overdue_fen_check CHECK ((overdue_fen >= 0))
);
CREATE INDEX bureau_events_file ON bureau_events USING btree (file_month, customer_no, loan_no, event_no);
CREATE UNIQUE INDEX bureau_events_once ON bureau_events USING btree (customer_no, loan_no, kind, as_of) WHERE (kind = ANY (ARRAY['opened'::text, 'balance'::text, 'status'::text]));
CREATE TRIGGER check_bureau_event BEFORE INSERT ON bureau_events FOR EACH ROW EXECUTE FUNCTION check_bureau_event();
CREATE TRIGGER refuse_change BEFORE UPDATE ON bureau_events FOR EACH ROW EXECUTE FUNCTION refuse_change_except_resealing('holder_sealed');
CREATE TRIGGER refuse_early_delete BEFORE DELETE ON bureau_events FOR EACH ROW EXECUTE FUNCTION refuse_early_delete();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON bureau_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- reference: one row a month of the whole system
-- qingzhou_app: INSERT, SELECT, UPDATE
CREATE TABLE bureau_months (
  month date NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  filed_at timestamp with time zone,
  filed_by text,
  events integer,
  digest bytea,
  CONSTRAINT bureau_months_pkey PRIMARY KEY (month),
  CONSTRAINT bureau_months_check CHECK ((num_nulls(filed_at, filed_by, events, digest) = ANY (ARRAY[0, 4])))
);
CREATE TRIGGER check_bureau_month BEFORE UPDATE ON bureau_months FOR EACH ROW EXECUTE FUNCTION check_bureau_month();

-- qingzhou_app: DELETE, INSERT, SELECT
CREATE TABLE bureau_notices (
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  noticed_on date NOT NULL,
  message_no text NOT NULL,
  CONSTRAINT bureau_notices_pkey PRIMARY KEY (customer_no, loan_no)
);
CREATE TRIGGER refuse_early_delete BEFORE DELETE ON bureau_notices FOR EACH ROW EXECUTE FUNCTION refuse_early_delete();

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE bureau_disputes (
  customer_no text NOT NULL,
  dispute_no text NOT NULL,
  loan_no text NOT NULL,
  event_no integer NOT NULL,
  reason text NOT NULL,
  text_sealed bytea NOT NULL,
  file_no text,
  state text NOT NULL,
  disputed_on date NOT NULL,
  disputed_at timestamp with time zone NOT NULL,
  answer_by date NOT NULL,
  answered_on date,
  answered_at timestamp with time zone,
  answered_by text,
  answer_sealed bytea,
  CONSTRAINT bureau_disputes_pkey PRIMARY KEY (customer_no, dispute_no),
  CONSTRAINT bureau_disputes_customer_no_loan_no_event_no_fkey FOREIGN KEY (customer_no, loan_no, event_no) REFERENCES bureau_events(customer_no, loan_no, event_no),
  CONSTRAINT bureau_disputes_check CHECK ((num_nulls(answered_on, answered_at, answered_by, answer_sealed) = ANY (ARRAY[0, 4]))),
  CONSTRAINT bureau_disputes_check1 CHECK (((state = 'open'::text) = (answered_at IS NULL))),
  CONSTRAINT bureau_disputes_reason_check CHECK ((reason = ANY (ARRAY['not-mine'::text, 'paid-in-time'::text, 'wrong-amount'::text, 'other'::text]))),
  CONSTRAINT bureau_disputes_state_check CHECK ((state = ANY (ARRAY['open'::text, 'upheld'::text, 'rejected'::text])))
);
CREATE INDEX bureau_disputes_dispute_no ON bureau_disputes USING btree (dispute_no);
CREATE INDEX bureau_disputes_open ON bureau_disputes USING btree (dispute_no) WHERE (state = 'open'::text);
CREATE UNIQUE INDEX bureau_disputes_open_once ON bureau_disputes USING btree (customer_no, loan_no, event_no) WHERE (state = 'open'::text);
CREATE TRIGGER refuse_early_delete BEFORE DELETE ON bureau_disputes FOR EACH ROW EXECUTE FUNCTION refuse_early_delete();

CREATE OR REPLACE FUNCTION check_bureau_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM bureau_months WHERE month >= NEW.file_month AND filed_at IS NOT NULL) THEN
    RAISE EXCEPTION 'the bureau file of % is written', NEW.file_month USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION check_bureau_month()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.filed_at IS NOT NULL THEN
    RAISE EXCEPTION 'the bureau file of % is written', OLD.month USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$function$;

-- lender books =======================================================================================

-- qingzhou_app: INSERT, SELECT
CREATE TABLE restructurings (
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  restructured_on date NOT NULL,
  CONSTRAINT restructurings_pkey PRIMARY KEY (customer_no, loan_no, restructured_on)
);

-- qingzhou_app: INSERT, SELECT
CREATE TABLE loan_book_states (
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  from_day date NOT NULL,
  class text NOT NULL,
  stage smallint NOT NULL,
  is_accruing boolean NOT NULL,
  days_late integer NOT NULL,
  current_since date,
  review_on date,
  CONSTRAINT loan_book_states_pkey PRIMARY KEY (customer_no, loan_no, from_day),
  CONSTRAINT loan_book_states_check CHECK (((current_since IS NULL) = (days_late > 0))),
  CONSTRAINT loan_book_states_check1 CHECK (((is_accruing = (class = ANY (ARRAY['pass'::text, 'special-mention'::text]))) AND (is_accruing = (stage < 3)))),
  CONSTRAINT loan_book_states_class_check CHECK ((class = ANY (ARRAY['pass'::text, 'special-mention'::text, 'substandard'::text, 'doubtful'::text, 'loss'::text]))),
  CONSTRAINT loan_book_states_days_late_check CHECK ((days_late >= 0)),
  CONSTRAINT loan_book_states_stage_check CHECK (((stage >= 1) AND (stage <= 3)))
);

-- reference: sums of the lender's books by day
-- qingzhou_app: INSERT, SELECT
CREATE TABLE book_sums (
  business_date date NOT NULL,
  slice_no integer NOT NULL,
  class text NOT NULL,
  stage smallint NOT NULL,
  loans integer NOT NULL,
  principal_fen bigint NOT NULL,
  receivable_fen bigint NOT NULL,
  memorandum_fen bigint NOT NULL,
  provision_fen bigint NOT NULL,
  CONSTRAINT book_sums_pkey PRIMARY KEY (business_date, slice_no, class, stage),
  CONSTRAINT book_sums_loans_check CHECK ((loans > 0)),
  CONSTRAINT book_sums_provision_fen_check CHECK ((provision_fen >= 0))
);

-- partner settlements ================================================================================

-- reference: what partners and the lender have of each day
-- qingzhou_app: INSERT, SELECT
CREATE TABLE partner_settlements (
  business_date date NOT NULL,
  partner_no text NOT NULL,
  entries integer NOT NULL,
  settled_fen bigint NOT NULL,
  fee_debit_fen bigint NOT NULL,
  fee_credit_fen bigint NOT NULL,
  penalty_debit_fen bigint NOT NULL,
  penalty_credit_fen bigint NOT NULL,
  interest_debit_fen bigint NOT NULL,
  interest_credit_fen bigint NOT NULL,
  principal_debit_fen bigint NOT NULL,
  principal_credit_fen bigint NOT NULL,
  refunds_payable_debit_fen bigint NOT NULL,
  refunds_payable_credit_fen bigint NOT NULL,
  digest bytea,
  settled_at timestamp with time zone NOT NULL,
  CONSTRAINT partner_settlements_pkey PRIMARY KEY (business_date, partner_no),
  CONSTRAINT partner_settlements_check CHECK (((digest IS NULL) = (partner_no = ''::text))),
  CONSTRAINT partner_settlements_entries_check CHECK ((entries >= 0))
);
CREATE TRIGGER check_partner_settlement BEFORE INSERT ON partner_settlements FOR EACH ROW EXECUTE FUNCTION check_partner_settlement();
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE ON partner_settlements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON partner_settlements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE FUNCTION check_partner_settlement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.business_date >= (SELECT business_date FROM public.business_date) THEN
    RAISE EXCEPTION 'the day % is not over', NEW.business_date USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$function$;

-- credit referrals ===================================================================================

-- qingzhou_app: DELETE, INSERT, SELECT, UPDATE
CREATE TABLE credit_referrals (
  customer_no text NOT NULL,
  application_no text NOT NULL,
  state text NOT NULL,
  referred_at timestamp with time zone NOT NULL,
  decide_by timestamp with time zone NOT NULL,
  first_by text,
  first_at timestamp with time zone,
  first_amount_fen bigint,
  decided_by text,
  ended_at timestamp with time zone,
  amount_fen bigint,
  ground text,
  CONSTRAINT credit_referrals_pkey PRIMARY KEY (customer_no, application_no),
  CONSTRAINT credit_referrals_check CHECK ((decide_by > referred_at)),
  CONSTRAINT credit_referrals_check1 CHECK ((((first_by IS NULL) = (first_at IS NULL)) AND ((first_by IS NULL) = (first_amount_fen IS NULL)))),
  CONSTRAINT credit_referrals_check2 CHECK (((state = 'open'::text) = (ended_at IS NULL))),
  CONSTRAINT credit_referrals_check3 CHECK (((state = ANY (ARRAY['approved'::text, 'refused'::text])) = (decided_by IS NOT NULL))),
  CONSTRAINT credit_referrals_check4 CHECK (((state = 'approved'::text) = (amount_fen IS NOT NULL))),
  CONSTRAINT credit_referrals_check5 CHECK (((state = 'refused'::text) = (ground IS NOT NULL))),
  CONSTRAINT credit_referrals_check6 CHECK (((first_by IS NULL) OR (first_by <> decided_by) OR (state <> 'approved'::text))),
  CONSTRAINT credit_referrals_state_check CHECK ((state = ANY (ARRAY['open'::text, 'approved'::text, 'refused'::text, 'lapsed'::text])))
);
CREATE INDEX credit_referrals_open ON credit_referrals USING btree (application_no) WHERE (state = 'open'::text);

-- general ledger =====================================================================================

-- reference: sums of the general ledger by day
-- qingzhou_app: INSERT, SELECT
CREATE TABLE ledger_days (
  business_date date NOT NULL,
  account text NOT NULL,
  product text NOT NULL,
  partners text NOT NULL,
  debit_fen bigint NOT NULL,
  credit_fen bigint NOT NULL,
  CONSTRAINT ledger_days_pkey PRIMARY KEY (business_date, account, product, partners),
  CONSTRAINT ledger_days_account_check CHECK ((account = ANY (ARRAY['principal'::text, 'interest'::text, 'penalty'::text, 'fee'::text, 'bank'::text, 'clearing'::text, 'conversion'::text, 'interest-income'::text, 'penalty-income'::text, 'fee-income'::text, 'waived'::text, 'coupon-cost'::text, 'refunds-payable'::text, 'value-added-tax'::text]))),
  CONSTRAINT ledger_days_credit_fen_check CHECK ((credit_fen >= 0)),
  CONSTRAINT ledger_days_debit_fen_check CHECK ((debit_fen >= 0))
);
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE ON ledger_days FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_closed_day AFTER INSERT ON ledger_days REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_day();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON ledger_days FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- period closings ====================================================================================

-- reference: one row for each closed period of the whole system
-- qingzhou_app: INSERT, SELECT
CREATE TABLE period_closings (
  until date NOT NULL,
  proposal_no text NOT NULL,
  closed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT period_closings_pkey PRIMARY KEY (until),
  CONSTRAINT period_closings_proposal_no_check CHECK ((proposal_no <> ''::text))
);
CREATE TRIGGER check_period_closing BEFORE INSERT ON period_closings FOR EACH ROW EXECUTE FUNCTION check_period_closing();
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE ON period_closings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON period_closings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE FUNCTION check_period_closing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.until >= (SELECT business_date FROM business_date)
     OR EXISTS (SELECT FROM period_closings WHERE until >= NEW.until) THEN
    RAISE EXCEPTION 'the books of % cannot be closed', NEW.until USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION refuse_closed_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  closed_until date;
  closed date;
BEGIN
  SELECT max(until) INTO closed_until FROM public.period_closings;
  -- Citus plans no statement that has both this table and the inserted rows.
  SELECT min(business_date) INTO closed FROM inserted WHERE business_date <= closed_until;
  IF closed IS NOT NULL THEN
    RAISE EXCEPTION 'the books of % are closed', closed USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$function$;
