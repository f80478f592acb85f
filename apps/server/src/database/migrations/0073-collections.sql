-- A phone chooses the number of its order, and two phones may choose the same; what the bank or an app
-- hears is a number of our own.
ALTER TABLE repayments ADD COLUMN order_no text;
UPDATE repayments SET order_no = repay_seq_no;
ALTER TABLE repayments ALTER COLUMN order_no SET NOT NULL;
CREATE UNIQUE INDEX repayments_order ON repayments (customer_no, order_no);

-- The quote it was placed for, to the fen and the plan; none for what the lender debits by itself.
ALTER TABLE repayments ADD COLUMN quote_id text;

-- How a refund came to where it is.
CREATE TABLE refund_steps (
  customer_no text NOT NULL,
  refund_no text NOT NULL,
  step_no integer NOT NULL,
  state text NOT NULL CHECK (state IN ('owed', 'sent', 'returned', 'failed')),
  at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, refund_no, step_no)
);
REVOKE UPDATE, DELETE ON refund_steps FROM qingzhou_app;

-- What providers told us they have moved, with their own day of it: what their day files are held against.
CREATE TABLE moved_transfers (
  customer_no text NOT NULL,
  order_no text NOT NULL,
  provider text NOT NULL CHECK (provider IN ('bank', 'wallet', 'messenger')),
  kind text NOT NULL CHECK (kind IN ('payout', 'debit', 'refund')),
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  moved_on date NOT NULL,
  PRIMARY KEY (customer_no, order_no)
);
REVOKE UPDATE, DELETE ON moved_transfers FROM qingzhou_app;
CREATE INDEX moved_transfers_of_day ON moved_transfers (moved_on, provider);
