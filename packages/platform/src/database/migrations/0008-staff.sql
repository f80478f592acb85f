-- Staff, the staff log, proposals and the employee roster.
--
-- Foreign keys: everything that belongs to a member of staff references staff, except the log and the counters
-- of failed sign-ins, which also hold names that nobody has. roster_imports has none: it outlives its upload.

-- Members of staff. A member who leaves is deactivated and never removed: the log keeps the number.
CREATE SEQUENCE staff_numbers;
CREATE TABLE staff (
  staff_no text PRIMARY KEY DEFAULT 'S' || lpad(nextval('staff_numbers')::text, 6, '0'),
  username text NOT NULL UNIQUE CHECK (username ~ '^[a-z][a-z0-9_.-]{1,31}$'),
  name_sealed bytea NOT NULL,
  -- Address of a picture on our host; empty for none.
  avatar text NOT NULL DEFAULT '' CHECK (avatar ~ '^(/[A-Za-z0-9_-][A-Za-z0-9_./-]{0,199})?$'),
  -- A member without any role is deactivated instead.
  roles text[] NOT NULL CHECK (cardinality(roles) > 0 AND roles <@ ARRAY['operator', 'reviewer', 'admin']),
  password_hash text NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  -- Blind index of the phone of a member who may also borrow.
  phone_index bytea,
  -- Where the second factor is optional, an administrator can require it of a member.
  second_factor_required boolean NOT NULL DEFAULT false
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

-- The secret of an authenticator app, sealed by the vault. A code is used once: codes at or before last_step
-- are refused.
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

-- Between the two steps of a sign-in. The secret is here until its owner has entered a first code.
CREATE TABLE staff_sign_in_tickets (
  ticket_hash bytea PRIMARY KEY,
  staff_no text NOT NULL REFERENCES staff,
  secret_sealed bytea,
  attempts smallint NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE staff_sign_in_tickets IS 'look-up: hash of a ticket -> sign-in that waits for its second step';
CREATE INDEX staff_sign_in_tickets_staff ON staff_sign_in_tickets (staff_no);
CREATE INDEX staff_sign_in_tickets_expires_at ON staff_sign_in_tickets (expires_at);

-- Failed sign-ins are counted here; the staff log gets one row per member of staff and hour. The empty staff
-- number counts unknown usernames.
CREATE TABLE staff_sign_in_failures (
  staff_no text NOT NULL,
  hour timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  locks integer NOT NULL DEFAULT 0,
  PRIMARY KEY (staff_no, hour)
);
COMMENT ON TABLE staff_sign_in_failures IS 'look-up: member of staff and hour -> failed sign-ins';

-- Tokens of the admin platform that were exchanged for a sign-in: each is valid once. Rows are
-- swept when they could no longer be exchanged.
CREATE TABLE staff_handovers (
  token_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE staff_handovers IS 'look-up: hash of a token of the admin platform -> exchanged';
CREATE INDEX staff_handovers_expires_at ON staff_handovers (expires_at);

-- Staff log ------------------------------------------------------------------------------------------------

-- What staff did and which customers they looked at: one chain for all of them. Numbers only, so that the
-- log itself contains no personal data.
CREATE TABLE staff_log (
  log_no bigint PRIMARY KEY,
  done_at timestamptz NOT NULL,
  -- A staff number; `command` for a command at the machine; `nobody` for a failed sign-in.
  actor text NOT NULL CHECK (actor ~ '^[A-Za-z0-9-]{1,40}$'),
  act text NOT NULL CHECK (act ~ '^[a-z][a-z-]{1,39}$'),
  customer_no text CHECK (customer_no ~ '^[A-Za-z0-9-]{1,40}$'),
  about text NOT NULL CHECK (about ~ '^[A-Za-z0-9 _:;,.=-]{0,200}$'),
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL
);
COMMENT ON TABLE staff_log IS 'reference: what staff did and looked at, in one chain';
CREATE INDEX staff_log_customer ON staff_log (customer_no, log_no) WHERE customer_no IS NOT NULL;
CREATE INDEX staff_log_actor ON staff_log (actor, log_no);
REVOKE UPDATE, DELETE, TRUNCATE ON staff_log FROM qingzhou_app;

-- The end of the chain, so that a missing last row is noticed too.
CREATE TABLE staff_log_head (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  log_no bigint NOT NULL,
  hash bytea NOT NULL
);
COMMENT ON TABLE staff_log_head IS 'reference: the last row of the staff log';
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON staff_log_head FROM qingzhou_app;
CREATE TRIGGER refuse_change BEFORE DELETE ON staff_log_head
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON staff_log_head
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
INSERT INTO staff_log_head (log_no, hash) VALUES (0, '');

-- No field can contain a line break, so two different rows never have the same text.
CREATE FUNCTION staff_log_hash(entry staff_log) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(entry.previous_hash || convert_to(concat_ws(E'\n',
    entry.log_no, (extract(epoch FROM entry.done_at) * 1000000)::bigint, entry.actor, entry.act,
    coalesce(entry.customer_no, ''), entry.about), 'UTF8'))
$$;

-- The chain is built with the rights of the owner: the role of the server can only append a row.
CREATE FUNCTION chain_staff_log() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
$$;
CREATE TRIGGER chain BEFORE INSERT ON staff_log
  FOR EACH ROW EXECUTE FUNCTION chain_staff_log();
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON staff_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON staff_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Rows that were changed, that miss the row before them or are behind the end of the chain; and an end that
-- does not exist. Each row looks up its neighbour by number, so that a long log can be checked in slices.
CREATE VIEW staff_log_faults AS
  SELECT entry.log_no
    FROM staff_log AS entry
   WHERE entry.previous_hash <> coalesce(
           (SELECT before.hash FROM staff_log AS before WHERE before.log_no = entry.log_no - 1), '')
      OR entry.hash <> staff_log_hash(entry)
      OR entry.log_no > coalesce((SELECT log_no FROM staff_log_head), 0)
   UNION ALL
  SELECT head.log_no
    FROM staff_log_head AS head
    LEFT JOIN staff_log AS last ON last.log_no = head.log_no
   WHERE head.log_no > 0 AND last.hash IS DISTINCT FROM head.hash;

-- Proposals -----------------------------------------------------------------------------------------------

-- What one member of staff proposes and another one approves: an act that moves money, changes what a customer owes or
-- opens access. The approval performs it in the transaction that writes its state.
CREATE SEQUENCE proposal_numbers;

CREATE TABLE proposals (
  proposal_no text PRIMARY KEY,
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z-]{1,39}$'),
  -- The customer concerned. Empty where there is none, for example for a file of a bank.
  customer_no text NOT NULL,
  parameters_sealed bytea NOT NULL,
  -- Finds an open proposal of the same act.
  parameters_hash bytea NOT NULL,
  reason_sealed bytea NOT NULL,
  proposed_by text NOT NULL,
  proposed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'proposed'
    CHECK (state IN ('proposed', 'done', 'rejected', 'expired', 'failed')),
  decided_by text,
  decided_at timestamptz,
  -- Numbers and states only: `payment=123`, or the kind of the refusal.
  result text NOT NULL DEFAULT '' CHECK (result ~ '^[A-Za-z0-9 _:;,.=-]{0,200}$'),
  -- Why it was rejected.
  rejection_sealed bytea,
  CHECK ((state = 'rejected') = (rejection_sealed IS NOT NULL)),
  CHECK ((state = 'proposed') = (decided_at IS NULL)),
  CHECK ((state IN ('proposed', 'expired')) = (decided_by IS NULL)),
  -- Two people. Who proposed it may only withdraw it.
  CONSTRAINT proposals_two_people CHECK (state NOT IN ('done', 'failed') OR decided_by <> proposed_by)
);
COMMENT ON TABLE proposals IS 'reference: acts that one member of staff proposes and another approves';
CREATE UNIQUE INDEX proposals_open ON proposals (kind, parameters_hash) WHERE state = 'proposed';
CREATE INDEX proposals_newest ON proposals (state, proposed_at DESC, proposal_no);
CREATE INDEX proposals_customer ON proposals (customer_no, proposed_at DESC) WHERE customer_no <> '';

CREATE FUNCTION check_proposal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'proposed' THEN
      RAISE EXCEPTION 'a proposal begins undecided' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.proposal_no, NEW.kind, NEW.customer_no, NEW.parameters_hash, NEW.proposed_by, NEW.proposed_at, NEW.expires_at)
       IS DISTINCT FROM
     (OLD.proposal_no, OLD.kind, OLD.customer_no, OLD.parameters_hash, OLD.proposed_by, OLD.proposed_at, OLD.expires_at)
     OR (NEW.parameters_sealed, NEW.reason_sealed) IS DISTINCT FROM (OLD.parameters_sealed, OLD.reason_sealed)
        AND NOT owns_schema()
     OR OLD.state <> 'proposed' AND NEW.rejection_sealed IS DISTINCT FROM OLD.rejection_sealed
        AND NOT owns_schema()
     OR OLD.state <> 'proposed'
        AND (NEW.state, NEW.decided_by, NEW.decided_at, NEW.result)
            IS DISTINCT FROM (OLD.state, OLD.decided_by, OLD.decided_at, OLD.result) THEN
    RAISE EXCEPTION 'a proposal is decided once, and not changed' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER check_proposal BEFORE INSERT OR UPDATE ON proposals
  FOR EACH ROW EXECUTE FUNCTION check_proposal();
REVOKE DELETE ON proposals FROM qingzhou_app;
SELECT allow_erasure('proposals');

-- Employee roster ------------------------------------------------------------------------------------------

-- People whose draws are employee loans. Their data is sealed; each can be found by blind index.
CREATE TABLE employee_roster (
  entry_no text PRIMARY KEY,
  id_index bytea NOT NULL UNIQUE,
  name_index bytea NOT NULL,
  mobile_index bytea NOT NULL,
  id_number_sealed bytea NOT NULL,
  name_sealed bytea NOT NULL,
  mobile_sealed bytea NOT NULL,
  employer text NOT NULL,
  -- Normalised name of the employer, for searching.
  employer_search text NOT NULL,
  added_by text NOT NULL,
  added_at timestamptz NOT NULL,
  -- Order of rows of one import, which have the same added_at.
  added_order bigint GENERATED ALWAYS AS IDENTITY
);
COMMENT ON TABLE employee_roster IS 'look-up: blind index of an ID number -> on the list of employees';
CREATE INDEX employee_roster_name ON employee_roster (name_index);
CREATE INDEX employee_roster_mobile ON employee_roster (mobile_index);
CREATE INDEX employee_roster_employer ON employee_roster (employer_search text_pattern_ops);
CREATE INDEX employee_roster_newest ON employee_roster (added_order);

-- A file that is being imported into the roster. Its bytes belong to an upload; none of them are here.
CREATE TABLE roster_imports (
  import_no text PRIMARY KEY,
  staff_no text NOT NULL,
  upload_no text NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'checking', 'saving', 'done', 'refused')),
  -- Number of starts: an import that never ends is given up.
  begun integer NOT NULL DEFAULT 0,
  row_count integer NOT NULL DEFAULT 0,
  rows_done integer NOT NULL DEFAULT 0,
  added integer NOT NULL DEFAULT 0,
  already integer NOT NULL DEFAULT 0,
  -- Sealed: a file without a heading has personal data in the place of column names.
  problems_sealed bytea,
  problems_total integer NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK ((ended_at IS NULL) = (state IN ('waiting', 'checking', 'saving')))
);
COMMENT ON TABLE roster_imports IS 'reference: imports of the list of employees';
CREATE INDEX roster_imports_upload ON roster_imports (staff_no, upload_no, started_at);
-- One import at a time.
CREATE UNIQUE INDEX roster_imports_running ON roster_imports ((true))
  WHERE state IN ('waiting', 'checking', 'saving');
