-- What somebody is asked to show: what a loan was used for, a region's need, a hardship.
CREATE TABLE proofs (
  customer_no text NOT NULL,
  proof_no text NOT NULL,
  subject text NOT NULL CHECK (subject IN ('loanUse', 'relief', 'hardship')),
  -- The loan, application or case it belongs to.
  subject_no text NOT NULL,
  loan_no text NOT NULL,
  state text NOT NULL CHECK (state IN ('toUpload', 'toReview', 'approved', 'refused', 'invalid')),
  due_on date,
  -- How often it was handed in.
  round integer NOT NULL DEFAULT 0 CHECK (round >= 0),
  opened_at timestamptz NOT NULL,
  -- A staff number; empty where the borrower handed it in.
  submitted_by text,
  submitted_at timestamptz,
  -- The business date of handing it in.
  submitted_on date,
  reviewed_by text,
  reviewed_at timestamptz,
  -- A reviewer's words may name people, and a borrower's do.
  reason_sealed bytea,
  note_sealed bytea,
  -- The last day of which the borrower was reminded.
  reminded_of date,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, proof_no),
  UNIQUE (customer_no, subject, subject_no),
  CHECK ((round = 0) = (submitted_at IS NULL)),
  CHECK (state NOT IN ('approved', 'refused') OR reviewed_by IS NOT NULL),
  CHECK (state <> 'refused' OR reason_sealed IS NOT NULL)
);
-- Staff name a proof by its number alone.
CREATE INDEX proofs_proof_no ON proofs (proof_no);
CREATE INDEX proofs_state ON proofs (state, changed_at DESC, proof_no);
CREATE INDEX proofs_due_on ON proofs (due_on) WHERE state IN ('toUpload', 'refused');
REVOKE DELETE ON proofs FROM qingzhou_app;

CREATE TABLE proof_files (
  customer_no text NOT NULL,
  file_no text NOT NULL,
  proof_no text NOT NULL,
  -- With which it was handed in last, or will be; 0 once it was taken out after a refusal.
  round integer NOT NULL CHECK (round >= 0),
  is_handed_in boolean NOT NULL DEFAULT false,
  name_sealed bytea NOT NULL,
  kind text NOT NULL CHECK (kind IN ('picture', 'pdf')),
  size integer NOT NULL,
  pages integer NOT NULL,
  -- A staff number; empty where the borrower put it there.
  put_by text NOT NULL,
  put_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, file_no),
  FOREIGN KEY (customer_no, proof_no) REFERENCES proofs
);
CREATE INDEX proof_files_proof ON proof_files (customer_no, proof_no);

CREATE TABLE proof_events (
  customer_no text NOT NULL,
  proof_no text NOT NULL,
  event_no integer NOT NULL,
  act text NOT NULL CHECK (act IN ('submitted', 'approved', 'refused', 'lapsed')),
  round integer NOT NULL,
  -- A staff number; empty for the borrower, or for nobody where it lapsed.
  done_by text NOT NULL,
  done_at timestamptz NOT NULL,
  reason_sealed bytea,
  -- What was handed in.
  file_nos text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (customer_no, proof_no, event_no),
  FOREIGN KEY (customer_no, proof_no) REFERENCES proofs
);
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON proof_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON proof_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON proof_events FROM qingzhou_app;

-- The last word on states and on who reviews: nobody says yes or no to what they put there or handed
-- in themselves, whatever a statement says.
CREATE FUNCTION check_proof_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'toUpload' OR NEW.round <> 0 THEN
      RAISE EXCEPTION 'a proof begins with nothing handed in' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.state IN ('approved', 'refused') AND OLD.state <> NEW.state THEN
    IF OLD.state <> 'toReview' OR NEW.round <> OLD.round
       OR NEW.submitted_by IS DISTINCT FROM OLD.submitted_by THEN
      RAISE EXCEPTION 'only what waits for a review is reviewed' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.reviewed_by = NEW.submitted_by OR EXISTS (
         SELECT FROM proof_files
          WHERE customer_no = NEW.customer_no AND proof_no = NEW.proof_no
            AND is_handed_in AND round = NEW.round AND put_by = NEW.reviewed_by) THEN
      RAISE EXCEPTION 'nobody reviews what they uploaded'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'proofs_own_upload';
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.state = OLD.state THEN
    IF OLD.state IN ('approved', 'invalid')
       AND (NEW.reviewed_by, NEW.round, NEW.submitted_by)
           IS DISTINCT FROM (OLD.reviewed_by, OLD.round, OLD.submitted_by) THEN
      RAISE EXCEPTION 'what is final stays as it is' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.state NOT IN ('toUpload', 'refused')
     OR NEW.state = 'toReview' AND NEW.round <> OLD.round + 1
     OR NEW.state = 'toUpload' THEN
    RAISE EXCEPTION 'a proof does not go from % to %', OLD.state, NEW.state
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER check_move BEFORE INSERT OR UPDATE ON proofs
  FOR EACH ROW EXECUTE FUNCTION check_proof_move();

-- Who put a file there is never rewritten, and what was handed in once stays.
CREATE FUNCTION check_proof_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.is_handed_in THEN
      RAISE EXCEPTION 'what was handed in stays' USING ERRCODE = 'check_violation';
    END IF;
    RETURN OLD;
  END IF;
  IF (NEW.put_by, NEW.put_at, NEW.proof_no) IS DISTINCT FROM (OLD.put_by, OLD.put_at, OLD.proof_no)
     OR OLD.is_handed_in AND NOT NEW.is_handed_in
     OR NEW.round <> OLD.round AND EXISTS (
          SELECT FROM proofs
           WHERE customer_no = OLD.customer_no AND proof_no = OLD.proof_no
             AND state NOT IN ('toUpload', 'refused')) THEN
    RAISE EXCEPTION 'a file of a proof stays what it is' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER check_file BEFORE UPDATE OR DELETE ON proof_files
  FOR EACH ROW EXECUTE FUNCTION check_proof_file();
