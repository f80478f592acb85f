-- What was ordered from the credit bureau for an application, under which number, and what came.
CREATE TABLE bureau_orders (
  customer_no text NOT NULL,
  apply_no text NOT NULL,
  request_no text NOT NULL,
  ordered_at timestamptz,
  report_sealed bytea,
  PRIMARY KEY (customer_no, apply_no)
);

CREATE TABLE bureau_requests (
  request_no text PRIMARY KEY,
  customer_no text NOT NULL,
  apply_no text NOT NULL
);
COMMENT ON TABLE bureau_requests IS 'look-up: number of an order at the bureau -> application';

-- What was decided, by which policy, and all that the policy looked at, so that it can be made again
-- and explained. Append-only: a decision is never taken back, only followed by another application.
CREATE TABLE decisions (
  customer_no text NOT NULL,
  apply_no text NOT NULL,
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
  PRIMARY KEY (customer_no, apply_no),
  CHECK ((outcome = 'approved') = (grade IS NOT NULL AND amount_fen IS NOT NULL)),
  CHECK ((outcome = 'approved') = (retry_on IS NULL))
);
REVOKE UPDATE, DELETE ON decisions FROM qingzhou_app;
CREATE TRIGGER decisions_stay BEFORE UPDATE OR DELETE ON decisions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
