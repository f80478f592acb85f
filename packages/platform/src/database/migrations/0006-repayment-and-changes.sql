-- Payment orders, refunds, and everything that changes a schedule: deferral, forbearance, waiver, rate cut,
-- consolidation plan, bill conversion. Amounts are in fen.
--
-- Foreign keys: payment_order_lines references repayments, refund_steps references refunds, and waiver_offers
-- references loans. The others have none: a change of a schedule is written in one statement with its loan, which
-- the transaction has locked, and loans are never deleted. forbearances and hardship_documents stay when an erasure
-- deletes their evidence, and card_id stays when it deletes the card.

-- A repayment order, from being placed to being settled.
CREATE TABLE payment_orders (
  customer_no text NOT NULL,
  -- Idempotency key chosen by the phone.
  request_no text NOT NULL,
  fingerprint bytea NOT NULL,
  kind text NOT NULL CHECK (kind IN ('due', 'earlyFull', 'earlyPart', 'waiver')),
  state text NOT NULL CHECK (state IN ('confirming', 'processing', 'paid', 'partly', 'failed', 'closed')),
  -- The customer, or the lender on a due date.
  actor text NOT NULL CHECK (actor IN ('customer', 'system')),
  pay_by text NOT NULL CHECK (pay_by IN ('card', 'wallet', 'messenger')),
  card_id text,
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  -- The business date it was quoted for; the amount is valid on that day only.
  quoted_on date NOT NULL,
  placed_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  -- The provider may know the order since then: query it before sending again.
  ordered_at timestamptz,
  settled_at timestamptz,
  reason text,
  -- The number at the bank or payment app. Two phones may choose the same request_no, so it is our own.
  order_no text NOT NULL,
  -- The quote it was placed for; null for automatic debits.
  quote_id text,
  offer_no text,
  -- What it pays: bills of loans, a loan early in full or in part, or a waiver offer.
  aim jsonb NOT NULL CHECK (aim ->> 'kind' = kind),
  -- The person in the app's own browser who pays an order there, by the number that the app has for the person.
  payer_sealed bytea,
  -- The agreement that an automatic debit uses.
  agreement_no text,
  PRIMARY KEY (customer_no, request_no),
  CHECK (pay_by <> 'card' OR card_id IS NOT NULL),
  CONSTRAINT payment_orders_offer_check CHECK ((kind = 'waiver') = (offer_no IS NOT NULL)),
  CONSTRAINT payment_orders_agreement_check CHECK (agreement_no IS NULL OR (pay_by = 'wallet' AND actor = 'system'))
);
CREATE INDEX payment_orders_open ON payment_orders (customer_no) WHERE state IN ('confirming', 'processing');
CREATE UNIQUE INDEX payment_orders_order ON payment_orders (customer_no, order_no);
REVOKE DELETE ON payment_orders FROM qingzhou_app;

-- What an order pays of each loan.
CREATE TABLE payment_order_lines (
  customer_no text NOT NULL,
  request_no text NOT NULL,
  loan_no text NOT NULL,
  -- The last instalment it pays; null for an early repayment.
  last_n integer,
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  -- A collection for this loan is in progress.
  is_running boolean NOT NULL DEFAULT false,
  PRIMARY KEY (customer_no, request_no, loan_no),
  FOREIGN KEY (customer_no, request_no) REFERENCES payment_orders
);
-- One collection per loan at a time, by the borrower or the automatic debit.
CREATE UNIQUE INDEX payment_order_lines_running ON payment_order_lines (customer_no, loan_no) WHERE is_running;
REVOKE DELETE ON payment_order_lines FROM qingzhou_app;

-- The holder of a card authorises debits without a code. The number is that of the order at the bank.
CREATE TABLE debit_agreements (
  customer_no text NOT NULL,
  debit_no text NOT NULL,
  card_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('codeSent', 'signed', 'declined', 'ended')),
  attempts smallint NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  requested_at timestamptz NOT NULL,
  signed_at timestamptz,
  ended_at timestamptz,
  -- When the bank confirmed the end.
  bank_ended_at timestamptz CHECK (bank_ended_at IS NULL OR state = 'ended'),
  PRIMARY KEY (customer_no, debit_no)
);
-- One signed agreement per card.
CREATE UNIQUE INDEX debit_agreements_signed ON debit_agreements (customer_no, card_id)
  WHERE state = 'signed';
-- For the check of open orders, every minute.
CREATE INDEX debit_agreements_ending ON debit_agreements (customer_no, debit_no)
  WHERE state = 'ended' AND bank_ended_at IS NULL;
REVOKE DELETE ON debit_agreements FROM qingzhou_app;

-- An agreement by which the payment app debits a customer on due dates, after all cards. The number is that of the
-- order at the app; the app's own number of it is the reference of that order.
CREATE TABLE wallet_agreements (
  customer_no text NOT NULL,
  agreement_no text NOT NULL,
  state text NOT NULL CHECK (state IN ('signing', 'signed', 'ended')),
  -- What was agreed: one debit a month, on the day of this date, up to an amount.
  first_on date NOT NULL,
  amount_max_fen bigint NOT NULL CHECK (amount_max_fen > 0),
  requested_at timestamptz NOT NULL,
  signed_at timestamptz,
  ended_at timestamptz,
  -- When the app confirmed the end.
  app_ended_at timestamptz CHECK (app_ended_at IS NULL OR state = 'ended'),
  -- The account at the payment app that signed it. Null where it is not known.
  signer_sealed bytea,
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

-- Refunds of overpayments.
CREATE TABLE refunds (
  customer_no text NOT NULL,
  -- The number of the payment that was too high.
  refund_no text NOT NULL,
  loan_no text NOT NULL,
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  card_id text NOT NULL,
  -- Cancelled: the payment was taken back before its refund was sent.
  state text NOT NULL CHECK (state IN ('owed', 'sent', 'returned', 'cancelled')),
  owed_since date NOT NULL,
  -- An amount that the lender gives back at its own cost. It is not what was overpaid.
  is_goodwill boolean NOT NULL DEFAULT false,
  PRIMARY KEY (customer_no, refund_no)
);
-- For the check of open orders, every minute.
CREATE INDEX refunds_open ON refunds (customer_no, refund_no) WHERE state <> 'returned';

-- The history of a refund.
CREATE TABLE refund_steps (
  customer_no text NOT NULL,
  refund_no text NOT NULL,
  step_no integer NOT NULL,
  state text NOT NULL CHECK (state IN ('owed', 'sent', 'returned', 'failed', 'cancelled')),
  changed_at timestamptz NOT NULL,
  -- By the bank, or to the payment in the app that it belongs to. A step without a value was sent by the bank.
  sent_by text,
  PRIMARY KEY (customer_no, refund_no, step_no),
  FOREIGN KEY (customer_no, refund_no) REFERENCES refunds,
  CONSTRAINT refund_steps_sent_by
    CHECK (sent_by IS NULL OR state = 'sent' AND sent_by IN ('bank', 'wallet', 'messenger'))
);
REVOKE UPDATE, DELETE ON refund_steps FROM qingzhou_app;

-- A payment whose money was taken back: a debit that bounced, a disputed payment.
CREATE TABLE payment_reversals (
  customer_no text NOT NULL,
  payment_no text NOT NULL,
  loan_no text NOT NULL,
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  reason text NOT NULL CHECK (reason IN ('bounced', 'disputed', 'booked-wrongly')),
  reversed_on date NOT NULL,
  PRIMARY KEY (customer_no, payment_no, loan_no)
);
REVOKE UPDATE, DELETE ON payment_reversals FROM qingzhou_app;

-- A deferral as it was quoted, signed and booked.
CREATE TABLE deferrals (
  customer_no text NOT NULL,
  -- Idempotency key chosen by the phone.
  request_no text NOT NULL,
  fingerprint bytea NOT NULL,
  loan_no text NOT NULL,
  n integer NOT NULL,
  days integer NOT NULL CHECK (days > 0),
  due_on date NOT NULL,
  new_due_on date NOT NULL CHECK (new_due_on > due_on),
  amount_fen bigint NOT NULL,
  new_amount_fen bigint NOT NULL CHECK (new_amount_fen >= amount_fen),
  deferred_on date NOT NULL,
  PRIMARY KEY (customer_no, request_no)
);
REVOKE UPDATE, DELETE, TRUNCATE ON deferrals FROM qingzhou_app;

-- A borrower in a region with a disaster applies for more time. Its documents are in evidence.
CREATE TABLE forbearances (
  customer_no text NOT NULL,
  forbearance_no text NOT NULL,
  evidence_no text NOT NULL,
  loan_no text NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'review', 'approved', 'refused')),
  days integer CHECK (days > 0),
  reason text,
  -- Free text can contain names.
  note_sealed bytea,
  -- The business date of the application and the penalty of each instalment on it: the days of the review
  -- cost no penalty.
  applied_on date,
  penalties_fen bigint[],
  opened_at timestamptz NOT NULL,
  -- What it costs and how it changes the first open instalment: as the borrower agreed to it, and once it is
  -- approved, as it was booked.
  cost_fen bigint,
  first_n integer,
  due_on date,
  amount_fen bigint,
  new_due_on date,
  new_amount_fen bigint,
  PRIMARY KEY (customer_no, forbearance_no),
  UNIQUE (customer_no, evidence_no),
  CHECK (state = 'open' OR (days IS NOT NULL AND applied_on IS NOT NULL AND penalties_fen IS NOT NULL)),
  CHECK (num_nulls(cost_fen, first_n, due_on, amount_fen, new_due_on, new_amount_fen) IN (0, 6))
);
-- One application under review per borrower.
CREATE UNIQUE INDEX forbearances_running ON forbearances (customer_no) WHERE state = 'review';
REVOKE DELETE, TRUNCATE ON forbearances FROM qingzhou_app;

-- An accepted offer stores what was paid and waived; an offer that is not accepted lapses.
CREATE TABLE waiver_offers (
  customer_no text NOT NULL,
  offer_no text NOT NULL,
  loan_no text NOT NULL,
  penalty_share_ppm integer NOT NULL CHECK (penalty_share_ppm BETWEEN 0 AND 1000000),
  interest_share_ppm integer NOT NULL CHECK (interest_share_ppm BETWEEN 0 AND 1000000),
  valid_until date NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'accepted', 'lapsed')),
  offered_on date NOT NULL,
  -- Fee, penalty, interest, principal.
  paid_fen bigint[],
  waived_fen bigint[],
  days_overdue integer,
  PRIMARY KEY (customer_no, offer_no),
  FOREIGN KEY (customer_no, loan_no) REFERENCES loans
);
CREATE INDEX waiver_offers_open ON waiver_offers (valid_until) WHERE state = 'open';

-- A rate cut as booked: both rates, and the changed instalments before and after, so that the saving can
-- always be shown.
CREATE TABLE rate_cuts (
  customer_no text NOT NULL,
  cut_no text NOT NULL,
  loan_no text NOT NULL,
  old_rate_ppm integer NOT NULL,
  new_rate_ppm integer NOT NULL CHECK (new_rate_ppm < old_rate_ppm),
  -- Interest uses the new rate from this day on; booked_on is the booking date.
  effective_on date NOT NULL,
  booked_on date NOT NULL,
  -- The first changed instalment; the arrays have one element for each from there on.
  first_n integer NOT NULL,
  due_on date[] NOT NULL,
  principal_before_fen bigint[] NOT NULL,
  interest_before_fen bigint[] NOT NULL,
  principal_after_fen bigint[] NOT NULL,
  interest_after_fen bigint[] NOT NULL,
  saved_fen bigint NOT NULL,
  PRIMARY KEY (customer_no, cut_no)
);
REVOKE UPDATE, DELETE, TRUNCATE ON rate_cuts FROM qingzhou_app;

-- A new plan for overdue loans, from choice to signature. It can be continued on any phone.
CREATE TABLE consolidation_plans (
  customer_no text NOT NULL,
  plan_no text NOT NULL,
  loan_nos text[] NOT NULL CHECK (cardinality(loan_nos) > 0),
  months smallint NOT NULL,
  contacts_sealed bytea,
  -- The card that the instalments are debited from.
  card_id text,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'signed')),
  chosen_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  -- Idempotency key of the signing, and the digest of its request.
  request_no text,
  fingerprint bytea,
  loan_no text,
  signed_at timestamptz,
  PRIMARY KEY (customer_no, plan_no),
  CHECK ((state = 'signed') = (loan_no IS NOT NULL))
);
-- One open plan per borrower.
CREATE UNIQUE INDEX consolidation_plans_open ON consolidation_plans (customer_no) WHERE state = 'open';
CREATE UNIQUE INDEX consolidation_plans_request ON consolidation_plans (customer_no, request_no)
  WHERE request_no IS NOT NULL;
REVOKE DELETE, TRUNCATE ON consolidation_plans FROM qingzhou_app;

-- Evidence that a borrower cannot pay as agreed. The files and their review are in evidence.
CREATE TABLE hardship_documents (
  customer_no text NOT NULL,
  evidence_no text NOT NULL,
  note_sealed bytea,
  opened_at timestamptz NOT NULL,
  -- The last day on which the approved document allows a long plan to be signed.
  valid_until date,
  PRIMARY KEY (customer_no, evidence_no)
);
REVOKE DELETE, TRUNCATE ON hardship_documents FROM qingzhou_app;

-- A bill that was spread over additional months. The same request number spreads it once.
CREATE TABLE bill_conversions (
  customer_no text NOT NULL,
  request_no text NOT NULL,
  fingerprint bytea NOT NULL,
  loan_no text NOT NULL,
  -- The loan and number of the bill, and its amount.
  bill_loan_no text NOT NULL,
  n smallint NOT NULL,
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  signed_on date NOT NULL,
  PRIMARY KEY (customer_no, request_no),
  UNIQUE (customer_no, loan_no)
);
REVOKE UPDATE, DELETE, TRUNCATE ON bill_conversions FROM qingzhou_app;
