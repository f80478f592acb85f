-- An order to pay, on its way from being placed to being settled. It has the same number at the bank or
-- at the payment app.
CREATE TABLE repayments (
  customer_no text NOT NULL,
  -- Chosen by the phone: placed twice, it is one order.
  repay_seq_no text NOT NULL,
  fingerprint bytea NOT NULL,
  kind text NOT NULL CHECK (kind IN ('due', 'earlyFull', 'earlyPart')),
  state text NOT NULL CHECK (state IN ('confirming', 'processing', 'paid', 'partly', 'failed', 'closed')),
  -- Who asked: the customer, or the lender on a due date.
  actor text NOT NULL CHECK (actor IN ('customer', 'system')),
  pay_by text NOT NULL CHECK (pay_by IN ('card', 'wallet', 'messenger')),
  card_id text,
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  -- The business date it was quoted for: an amount is good on that day alone.
  quoted_on date NOT NULL,
  placed_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  -- From then on the provider may know of it, so it is asked before anything is sent again.
  ordered_at timestamptz,
  settled_at timestamptz,
  reason text,
  PRIMARY KEY (customer_no, repay_seq_no),
  CHECK (pay_by <> 'card' OR card_id IS NOT NULL)
);
REVOKE DELETE ON repayments FROM qingzhou_app;
CREATE INDEX repayments_open ON repayments (customer_no) WHERE state IN ('confirming', 'processing');

-- What an order pays of each loan.
CREATE TABLE repayment_lines (
  customer_no text NOT NULL,
  repay_seq_no text NOT NULL,
  loan_no text NOT NULL,
  -- The last instalment it pays; none for an early repayment.
  through integer,
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  -- Money is on its way for this loan.
  is_running boolean NOT NULL DEFAULT false,
  PRIMARY KEY (customer_no, repay_seq_no, loan_no)
);
REVOKE DELETE ON repayment_lines FROM qingzhou_app;
-- Nothing is collected twice: a borrower on two phones and the automatic debit find one another here.
CREATE UNIQUE INDEX repayment_lines_running ON repayment_lines (customer_no, loan_no) WHERE is_running;

ALTER TABLE bank_orders DROP CONSTRAINT bank_orders_kind_check;
ALTER TABLE bank_orders ADD CONSTRAINT bank_orders_kind_check
  CHECK (kind IN ('binding', 'payout', 'debit', 'refund'));
