-- Credit applications: the form, the credit bureau and the decision.
--
-- Foreign keys: none. bureau_requests is a look-up that can be on another machine, and it stays after an erasure.
-- bureau_orders and decisions name an application, which an erasure deletes before them.

CREATE TABLE credit_applications (
  customer_no text NOT NULL,
  application_no text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('payment-app', 'browser')),
  step text NOT NULL,
  flow_branch text NOT NULL DEFAULT '0' CHECK (flow_branch ~ '^[0-9]$'),
  control_message text,
  opened_at timestamptz NOT NULL,
  submitted_at timestamptz,
  decided_at timestamptz,
  -- Why there is no limit: a risk rule, or another refusal.
  refusal text CHECK (refusal IN ('risk-refused', 'refused')),
  -- The first day on which the customer may apply again.
  retry_on date,
  -- The phone it was made on. Location and addresses are personal, so all of it is sealed.
  terminal_sealed bytea,
  devices_sealed bytea,
  PRIMARY KEY (customer_no, application_no)
);
CREATE INDEX credit_applications_under_review ON credit_applications (customer_no, application_no)
  WHERE step = 'underReview';

-- Invited phones, with the limit that was decided in advance.
CREATE TABLE invitations (
  phone_index bytea PRIMARY KEY,
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  grade text NOT NULL CHECK (grade IN ('A', 'B', 'C', 'D', 'E')),
  valid_until date NOT NULL,
  accepted_at timestamptz,
  campaign_no text,
  -- The phone of an invited person who may not be a customer: sealed, and emptied when the message is sent.
  phone_sealed bytea
);
COMMENT ON TABLE invitations IS 'look-up: blind index of a phone -> the limit its owner is invited to';
CREATE INDEX invitations_campaign ON invitations (campaign_no) WHERE campaign_no IS NOT NULL;

-- Home and work of a borrower, as saved and as draft. All of it is personal, so each form is sealed whole.
CREATE TABLE profiles (
  customer_no text PRIMARY KEY,
  basic_sealed bytea,
  basic_draft_sealed bytea,
  company_sealed bytea,
  company_draft_sealed bytea,
  saved_at timestamptz NOT NULL
);

-- Contact and work details that a customer changed after the application was submitted: what was there
-- before, sealed, and when. The rows are counted: each part is allowed a few changes a year.
CREATE TABLE profile_changes (
  customer_no text NOT NULL,
  change_no text NOT NULL,
  part text NOT NULL CHECK (part IN ('home', 'email', 'contacts', 'company')),
  before_sealed bytea NOT NULL,
  changed_at timestamptz NOT NULL,
  changed_on date NOT NULL,
  PRIMARY KEY (customer_no, change_no)
);
CREATE INDEX profile_changes_changed_on ON profile_changes (customer_no, changed_on);
REVOKE UPDATE ON profile_changes FROM qingzhou_app;

-- The order at the credit bureau for an application, its number, and the report.
CREATE TABLE bureau_orders (
  customer_no text NOT NULL,
  application_no text NOT NULL,
  request_no text NOT NULL,
  ordered_at timestamptz,
  report_sealed bytea,
  -- When the report arrived: the borrower is told what is running, and since when.
  reported_at timestamptz,
  PRIMARY KEY (customer_no, application_no)
);

CREATE TABLE bureau_requests (
  request_no text PRIMARY KEY,
  customer_no text NOT NULL,
  application_no text NOT NULL
);
COMMENT ON TABLE bureau_requests IS 'look-up: number of an order at the bureau -> application';

-- The decision, the policy version, and every input of the policy, so that a decision can be repeated and
-- explained. Append-only: a decision is never withdrawn, only followed by another application.
CREATE TABLE decisions (
  customer_no text NOT NULL,
  application_no text NOT NULL,
  policy_version text NOT NULL,
  inputs_sealed bytea NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('approved', 'declined', 'refused', 'risk-refused')),
  grade text,
  amount_fen bigint,
  reasons text[] NOT NULL,
  points jsonb NOT NULL,
  retry_on date,
  decided_on date NOT NULL,
  decided_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, application_no),
  CHECK ((outcome = 'approved') = (grade IS NOT NULL AND amount_fen IS NOT NULL)),
  CHECK ((outcome = 'approved') = (retry_on IS NULL))
);
REVOKE UPDATE, DELETE ON decisions FROM qingzhou_app;
CREATE TRIGGER refuse_change BEFORE UPDATE ON decisions
  FOR EACH ROW EXECUTE FUNCTION refuse_change_except_resealing('inputs_sealed');
SELECT allow_erasure('decisions');

-- The monthly review of a limit, kept like a decision: what was known, by which rules, and what came of it.
CREATE TABLE limit_reviews (
  customer_no text NOT NULL,
  reviewed_on date NOT NULL,
  policy_version text NOT NULL,
  inputs_sealed bytea NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('raised', 'kept', 'lowered')),
  granted_before_fen bigint NOT NULL,
  granted_after_fen bigint NOT NULL,
  reasons text[] NOT NULL,
  reviewed_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, reviewed_on),
  CHECK (CASE outcome WHEN 'raised' THEN granted_after_fen > granted_before_fen
                      WHEN 'lowered' THEN granted_after_fen < granted_before_fen
                      ELSE granted_after_fen = granted_before_fen END)
);
REVOKE UPDATE, DELETE ON limit_reviews FROM qingzhou_app;
CREATE TRIGGER refuse_change BEFORE UPDATE ON limit_reviews
  FOR EACH ROW EXECUTE FUNCTION refuse_change_except_resealing('inputs_sealed');
SELECT allow_erasure('limit_reviews');
