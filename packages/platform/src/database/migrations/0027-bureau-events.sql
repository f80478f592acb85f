-- What the lender tells the credit bureau about loans: events that are written once, made from the ledger by a task.
-- A correction is a further event that names the one it corrects, and a dispute one that names what is disputed.
CREATE TABLE bureau_events (
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  event_no integer NOT NULL CHECK (event_no > 0),
  kind text NOT NULL CHECK (kind IN ('opened', 'balance', 'status', 'closed', 'corrected', 'disputed')),
  -- What it tells. For a correction or a dispute, the kind of the event that it names.
  about text NOT NULL CHECK (about IN ('opened', 'balance', 'status', 'closed')),
  as_of date NOT NULL,
  recorded_on date NOT NULL,
  -- The last day of the month in whose file it is.
  file_month date NOT NULL CHECK (file_month = (date_trunc('month', file_month) + interval '1 month - 1 day')::date),
  named_event_no integer,
  dispute_no text,
  -- Whether the borrower disputes an event of the loan.
  is_disputed boolean NOT NULL,
  amount_fen bigint CHECK (amount_fen > 0),
  balance_fen bigint CHECK (balance_fen >= 0),
  overdue_fen bigint CHECK (overdue_fen >= 0),
  days_late integer CHECK (days_late >= 0),
  late_class integer CHECK (late_class BETWEEN 0 AND 7),
  -- Empty in the correction of a loan that was closed and is open again.
  close_reason text CHECK (close_reason IN ('settled', 'consolidated', 'returned')),
  -- Name and identity number as they were told.
  holder_sealed bytea NOT NULL,
  PRIMARY KEY (customer_no, loan_no, event_no),
  FOREIGN KEY (customer_no, loan_no, named_event_no) REFERENCES bureau_events,
  CHECK (as_of <= recorded_on),
  CHECK (named_event_no < event_no),
  CHECK ((named_event_no IS NOT NULL) = (kind IN ('corrected', 'disputed'))),
  CHECK (kind IN ('corrected', 'disputed') OR kind = about),
  CHECK (kind <> 'disputed' OR dispute_no IS NOT NULL),
  CHECK ((amount_fen IS NOT NULL) = (about = 'opened' AND kind <> 'disputed')),
  CHECK ((balance_fen IS NOT NULL) = (about = 'balance' AND kind <> 'disputed')),
  CHECK ((overdue_fen IS NOT NULL) = (balance_fen IS NOT NULL)),
  CHECK ((days_late IS NOT NULL) = (about = 'status' AND kind <> 'disputed')),
  CHECK ((late_class IS NOT NULL) = (days_late IS NOT NULL)),
  CHECK (close_reason IS NULL OR about = 'closed' AND kind <> 'disputed'),
  CHECK (kind <> 'closed' OR close_reason IS NOT NULL)
);
CREATE UNIQUE INDEX bureau_events_once ON bureau_events (customer_no, loan_no, kind, as_of)
  WHERE kind IN ('opened', 'balance', 'status');
CREATE INDEX bureau_events_file ON bureau_events (file_month, customer_no, loan_no, event_no);
REVOKE UPDATE, DELETE, TRUNCATE ON bureau_events FROM qingzhou_app;
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON bureau_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_change BEFORE UPDATE ON bureau_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change_except_resealing('holder_sealed');
SELECT allow_erasure('bureau_events');

-- The months whose events are complete, and the files that were written of them.
CREATE TABLE bureau_months (
  month date PRIMARY KEY,
  recorded_at timestamptz NOT NULL,
  filed_at timestamptz,
  filed_by text,
  events integer,
  -- SHA-256 of the file.
  digest bytea,
  CHECK (num_nulls(filed_at, filed_by, events, digest) IN (0, 4))
);
COMMENT ON TABLE bureau_months IS 'reference: one row a month of the whole system';
REVOKE DELETE, TRUNCATE ON bureau_months FROM qingzhou_app;

-- A file that was written has all events of its month: none is added afterwards.
CREATE FUNCTION check_bureau_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM public.bureau_months WHERE month >= NEW.file_month AND filed_at IS NOT NULL) THEN
    RAISE EXCEPTION 'the bureau file of % is written', NEW.file_month USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER check_bureau_event BEFORE INSERT ON bureau_events
  FOR EACH ROW EXECUTE FUNCTION check_bureau_event();

CREATE FUNCTION check_bureau_month() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.filed_at IS NOT NULL THEN
    RAISE EXCEPTION 'the bureau file of % is written', OLD.month USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER check_bureau_month BEFORE UPDATE ON bureau_months
  FOR EACH ROW EXECUTE FUNCTION check_bureau_month();

-- The borrower was told before the first negative record of a loan.
CREATE TABLE bureau_notices (
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  noticed_on date NOT NULL,
  message_no text NOT NULL,
  PRIMARY KEY (customer_no, loan_no)
);
REVOKE UPDATE, DELETE, TRUNCATE ON bureau_notices FROM qingzhou_app;
SELECT allow_erasure('bureau_notices');

-- Events that a borrower says are wrong.
CREATE TABLE bureau_disputes (
  customer_no text NOT NULL,
  dispute_no text NOT NULL,
  loan_no text NOT NULL,
  event_no integer NOT NULL,
  reason text NOT NULL CHECK (reason IN ('not-mine', 'paid-in-time', 'wrong-amount', 'other')),
  text_sealed bytea NOT NULL,
  file_no text,
  state text NOT NULL CHECK (state IN ('open', 'upheld', 'rejected')),
  disputed_on date NOT NULL,
  disputed_at timestamptz NOT NULL,
  answer_by date NOT NULL,
  answered_on date,
  answered_at timestamptz,
  answered_by text,
  -- What the borrower is told.
  answer_sealed bytea,
  PRIMARY KEY (customer_no, dispute_no),
  FOREIGN KEY (customer_no, loan_no, event_no) REFERENCES bureau_events,
  CHECK (num_nulls(answered_on, answered_at, answered_by, answer_sealed) IN (0, 4)),
  CHECK ((state = 'open') = (answered_at IS NULL))
);
CREATE UNIQUE INDEX bureau_disputes_open_once ON bureau_disputes (customer_no, loan_no, event_no)
  WHERE state = 'open';
CREATE INDEX bureau_disputes_open ON bureau_disputes (dispute_no) WHERE state = 'open';
REVOKE DELETE, TRUNCATE ON bureau_disputes FROM qingzhou_app;
SELECT allow_erasure('bureau_disputes');
