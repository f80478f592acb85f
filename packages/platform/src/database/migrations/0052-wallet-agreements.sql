-- An agreement by which the payment app debits a customer on due dates, after all cards. The number is that of the
-- order at the app; the app's own number of it is the reference of that order.
CREATE TABLE wallet_agreements (
  customer_no text NOT NULL,
  agreement_no text NOT NULL,
  state text NOT NULL CHECK (state IN ('signing', 'signed', 'ended')),
  -- What was agreed: one debit a month, on the day of this date, up to an amount.
  first_on date NOT NULL,
  amount_max_fen bigint NOT NULL CHECK (amount_max_fen > 0),
  asked_at timestamptz NOT NULL,
  signed_at timestamptz,
  ended_at timestamptz,
  -- When the app confirmed the end.
  app_ended_at timestamptz CHECK (app_ended_at IS NULL OR state = 'ended'),
  PRIMARY KEY (customer_no, agreement_no)
);
-- One signed agreement per customer.
CREATE UNIQUE INDEX wallet_agreements_signed ON wallet_agreements (customer_no) WHERE state = 'signed';
-- For the check of open orders, every minute.
CREATE INDEX wallet_agreements_signing ON wallet_agreements (customer_no, agreement_no)
  WHERE state = 'signing';
CREATE INDEX wallet_agreements_ending ON wallet_agreements (customer_no, agreement_no)
  WHERE state = 'ended' AND app_ended_at IS NULL;
REVOKE DELETE ON wallet_agreements FROM qingzhou_app;

-- The agreement that an automatic debit uses.
ALTER TABLE repayments ADD COLUMN agreement_no text;
ALTER TABLE repayments ADD CONSTRAINT repayments_agreement_check
  CHECK (agreement_no IS NULL OR (pay_by = 'wallet' AND actor = 'system')) NOT VALID;

-- A notice of the app knows the number of the agreement only.
ALTER TABLE bank_orders DROP CONSTRAINT bank_orders_kind_check;
ALTER TABLE bank_orders ADD CONSTRAINT bank_orders_kind_check
  CHECK (kind IN ('binding', 'payout', 'debit', 'refund', 'agreement')) NOT VALID;
