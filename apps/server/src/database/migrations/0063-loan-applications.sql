-- A draw on its way from being asked for to being paid out. What it draws on is in draws, under the same
-- number; its loan, and the order at the bank, have the number that draws.loan_no says.
CREATE TABLE loan_applications (
  customer_no text NOT NULL,
  loan_seq_no text NOT NULL,
  -- Chosen by the phone: asked twice, it is one draw.
  request_no text NOT NULL,
  fingerprint bytea NOT NULL,
  state text NOT NULL CHECK (state IN ('verifying', 'processing', 'paid', 'failed')),
  needs_face boolean NOT NULL,
  card_id text NOT NULL,
  device_index bytea,
  -- The business date it was quoted and signed for.
  quoted_on date NOT NULL,
  applied_at timestamptz NOT NULL,
  executed_at timestamptz,
  -- From then on the bank may know of it, so it is asked before anything is sent again.
  ordered_at timestamptz,
  paid_on date,
  reason text,
  PRIMARY KEY (customer_no, loan_seq_no),
  UNIQUE (customer_no, request_no)
);
REVOKE DELETE ON loan_applications FROM qingzhou_app;
-- A borrower has one draw under way, whatever is tapped and on how many phones.
CREATE UNIQUE INDEX loan_applications_running ON loan_applications (customer_no)
  WHERE state IN ('verifying', 'processing');
