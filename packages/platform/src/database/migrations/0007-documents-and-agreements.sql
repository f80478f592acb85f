-- Signed agreements, certificates, and the evidence that borrowers hand in.
--
-- Foreign keys: evidence_files and evidence_events reference evidence, because staff write them in separate requests.
-- Links and codes (document_links, certificate_codes) are look-ups that can be on another machine. Agreements and
-- certificates name applications, draws, loans and files, which an erasure deletes at another time or not at all.

-- Signed agreements: the text as shown, sealed, with its hash, and how it was signed.
CREATE TABLE signed_agreements (
  customer_no text NOT NULL,
  agreement_no text NOT NULL,
  event text NOT NULL,
  code text NOT NULL,
  version text NOT NULL,
  title text NOT NULL,
  -- The application or draw it was signed for.
  business_no text NOT NULL,
  text_sealed bytea NOT NULL,
  text_hash text NOT NULL,
  signed_at timestamptz NOT NULL,
  ip_sealed bytea NOT NULL,
  device_sealed bytea,
  user_agent_sealed bytea NOT NULL,
  -- The loan of the document, where it is another than business_no.
  loan_no text,
  PRIMARY KEY (customer_no, agreement_no),
  -- Signed once per purpose, however often the button is pressed.
  UNIQUE (customer_no, business_no, code)
);
-- Append-only for the server.
REVOKE UPDATE, DELETE, TRUNCATE ON signed_agreements FROM qingzhou_app;
SELECT allow_erasure('signed_agreements');

-- A link to one document: `kind` says which, `reference` is its number. Valid once, for a few minutes.
CREATE TABLE document_links (
  token_hash bytea PRIMARY KEY,
  customer_no text NOT NULL,
  reference text NOT NULL,
  expires_at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('agreement', 'statement', 'certificate'))
);
COMMENT ON TABLE document_links IS 'look-up: token → paper';
CREATE INDEX document_links_expiry ON document_links (expires_at);

-- Certificates that the lender has issued and signed: a loan is settled, or the state of all accounts.
CREATE TABLE certificates (
  customer_no text NOT NULL,
  certificate_no text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('settlement', 'statement')),
  -- What it certifies. The same subject always gets the same certificate.
  subject text NOT NULL,
  loan_no text,
  amount_fen bigint,
  settled_on date,
  issued_on date NOT NULL,
  issued_at timestamptz NOT NULL,
  -- The holder as shown to anybody who enters the code.
  holder_sealed bytea NOT NULL,
  code_sealed bytea NOT NULL,
  file_no text NOT NULL,
  -- Digest of the issued file, to compare copies with.
  digest bytea NOT NULL,
  PRIMARY KEY (customer_no, certificate_no),
  UNIQUE (customer_no, subject),
  CHECK ((kind = 'settlement') = (loan_no IS NOT NULL AND amount_fen IS NOT NULL AND settled_on IS NOT NULL))
);
-- Issued certificates are never changed.
REVOKE UPDATE, TRUNCATE ON certificates FROM qingzhou_app;

-- By the hash of the printed code: the content of this table is not enough to forge a certificate.
CREATE TABLE certificate_codes (
  code_hash bytea PRIMARY KEY,
  customer_no text NOT NULL,
  certificate_no text NOT NULL
);
COMMENT ON TABLE certificate_codes IS 'look-up: check code -> certificate';
CREATE INDEX certificate_codes_customer ON certificate_codes (customer_no);
REVOKE UPDATE, TRUNCATE ON certificate_codes FROM qingzhou_app;

-- Requests under a number chosen by the phone: the same number gets the same documents and one e-mail.
CREATE TABLE certificate_requests (
  customer_no text NOT NULL,
  request_no text NOT NULL,
  fingerprint bytea NOT NULL,
  certificate_nos text[] NOT NULL,
  -- The masked address they were sent to, if any.
  sent_to_sealed bytea,
  requested_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, request_no)
);
REVOKE UPDATE, TRUNCATE ON certificate_requests FROM qingzhou_app;

-- Documents that a borrower hands in as evidence: the use of a loan, a forbearance, a hardship.
CREATE TABLE evidence (
  customer_no text NOT NULL,
  evidence_no text NOT NULL,
  subject text NOT NULL CHECK (subject IN ('loanUse', 'relief', 'hardship')),
  -- The loan, application or case it belongs to.
  subject_no text NOT NULL,
  loan_no text NOT NULL,
  state text NOT NULL CHECK (state IN ('toUpload', 'toReview', 'approved', 'refused', 'invalid')),
  due_on date,
  -- Number of submissions.
  round integer NOT NULL DEFAULT 0 CHECK (round >= 0),
  opened_at timestamptz NOT NULL,
  -- A staff number; null for the borrower.
  submitted_by text,
  submitted_at timestamptz,
  -- The business date of the submission.
  submitted_on date,
  reviewed_by text,
  reviewed_at timestamptz,
  -- Free text can contain names.
  reason_sealed bytea,
  note_sealed bytea,
  -- The due date of the last reminder.
  reminded_of date,
  changed_at timestamptz NOT NULL,
  -- What is asked for with the evidence, in one line for the reviewer's list. It holds no personal data.
  summary text,
  PRIMARY KEY (customer_no, evidence_no),
  UNIQUE (customer_no, subject, subject_no),
  CHECK ((round = 0) = (submitted_at IS NULL)),
  CHECK (state NOT IN ('approved', 'refused') OR reviewed_by IS NOT NULL),
  CHECK (state <> 'refused' OR reason_sealed IS NOT NULL)
);
-- Staff find evidence by its number only.
CREATE INDEX evidence_evidence_no ON evidence (evidence_no);
CREATE INDEX evidence_state ON evidence (state, changed_at DESC, evidence_no);
CREATE INDEX evidence_due_on ON evidence (due_on) WHERE state IN ('toUpload', 'refused');
REVOKE DELETE ON evidence FROM qingzhou_app;
SELECT allow_erasure('evidence');

CREATE TABLE evidence_files (
  customer_no text NOT NULL,
  file_no text NOT NULL,
  evidence_no text NOT NULL,
  -- The submission it belongs to; 0 when it was removed after a refusal.
  round integer NOT NULL CHECK (round >= 0),
  is_submitted boolean NOT NULL DEFAULT false,
  name_sealed bytea NOT NULL,
  kind text NOT NULL CHECK (kind IN ('picture', 'pdf')),
  size integer NOT NULL,
  pages integer NOT NULL,
  -- A staff number; empty for the borrower.
  uploaded_by text NOT NULL,
  uploaded_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, file_no),
  FOREIGN KEY (customer_no, evidence_no) REFERENCES evidence
);
CREATE INDEX evidence_files_evidence ON evidence_files (customer_no, evidence_no);

CREATE TABLE evidence_events (
  customer_no text NOT NULL,
  evidence_no text NOT NULL,
  event_no integer NOT NULL,
  act text NOT NULL CHECK (act IN ('submitted', 'approved', 'refused', 'lapsed')),
  round integer NOT NULL,
  -- A staff number; empty for the borrower, and where it lapsed.
  done_by text NOT NULL,
  done_at timestamptz NOT NULL,
  reason_sealed bytea,
  -- The submitted files.
  file_nos text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (customer_no, evidence_no, event_no),
  FOREIGN KEY (customer_no, evidence_no) REFERENCES evidence
);
REVOKE UPDATE, DELETE, TRUNCATE ON evidence_events FROM qingzhou_app;
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON evidence_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_change BEFORE UPDATE ON evidence_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change_except_resealing('reason_sealed');
SELECT allow_erasure('evidence_events');

-- Enforces the states of evidence, and that nobody reviews what they uploaded or submitted themselves.
CREATE FUNCTION check_evidence_state() RETURNS trigger LANGUAGE plpgsql AS $$
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
$$;
-- Triggers run in the order of their names: this one before check_reviewer.
CREATE TRIGGER check_evidence BEFORE INSERT OR UPDATE ON evidence
  FOR EACH ROW EXECUTE FUNCTION check_evidence_state();

-- The reviewer must have the role at this moment, and must not be the borrower (same phone). The share lock
-- keeps the role until the review is committed.
CREATE FUNCTION check_reviewer() RETURNS trigger LANGUAGE plpgsql AS $$
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
$$;
CREATE TRIGGER check_reviewer BEFORE UPDATE ON evidence FOR EACH ROW
  WHEN (NEW.state IN ('approved', 'refused') AND NEW.state <> OLD.state)
  EXECUTE FUNCTION check_reviewer();

-- Who uploaded a file is never changed, and a submitted file stays until its customer is erased.
CREATE FUNCTION check_evidence_file() RETURNS trigger LANGUAGE plpgsql AS $$
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
$$;
CREATE TRIGGER check_file BEFORE UPDATE OR DELETE ON evidence_files
  FOR EACH ROW EXECUTE FUNCTION check_evidence_file();
