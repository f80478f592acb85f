-- Limits, cards, draws, loans and payments. Amounts are in fen.
--
-- Foreign keys: none on limits, draws, loans and payments. Each operation locks the row of the limit and then
-- writes the rows of one customer in a single statement, so a row cannot miss its parent; a foreign key
-- would look up the parent again for every row (a tenth of the time of a draw, as measured). Look-ups
-- (bank_orders, mall_order_owners) can be on another machine. cards and card_bindings are deleted by an
-- erasure, while loans, draws and payments stay and still name the card.
--
-- Checks: PostgreSQL parses the checks of a table again for every statement that writes to it, and a long
-- check took longer than the row itself. The hot tables therefore check by a function `is_…_sound`, which is
-- parsed once per connection. It takes columns instead of the row: a check of the whole row depends on the type
-- of its table, so that the table could not be distributed over several machines.

CREATE TABLE limits (
  customer_no text PRIMARY KEY,
  granted_fen bigint NOT NULL,
  used_fen bigint NOT NULL DEFAULT 0,
  state text NOT NULL,
  valid_until date NOT NULL,
  grade text NOT NULL,
  annual_rate_ppm integer NOT NULL,
  lender text NOT NULL,
  opened_at timestamptz NOT NULL,
  -- The end of the customer's audit chain. Every operation locks this row first.
  audit_no bigint NOT NULL DEFAULT 0,
  audit_hash bytea NOT NULL DEFAULT ''
) WITH (fillfactor = 70);
-- Enforces that a limit is never exceeded, whatever a statement does.
CREATE FUNCTION is_limit_sound(used_fen bigint, granted_fen bigint, annual_rate_ppm integer, state text)
RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN used_fen BETWEEN 0 AND granted_fen AND annual_rate_ppm >= 0
    AND state IN ('open', 'frozen', 'cancelled');
END
$$;
ALTER TABLE limits ADD CONSTRAINT limits_never_over
  CHECK (is_limit_sound(used_fen, granted_fen, annual_rate_ppm, state));

-- Why a customer cancels the limit, and that it happened. A customer who applies again may cancel that one too.
CREATE TABLE limit_cancellations (
  customer_no text NOT NULL,
  cancellation_no integer NOT NULL CHECK (cancellation_no > 0),
  reason text NOT NULL
    CHECK (reason IN ('noNeed', 'tooExpensive', 'limitTooLow', 'privacy', 'badService', 'other')),
  -- Free text can contain names.
  note_sealed bytea,
  requested_at timestamptz NOT NULL,
  -- Idempotency key chosen by the phone; null until the cancellation is confirmed.
  request_no text,
  cancelled_on date,
  PRIMARY KEY (customer_no, cancellation_no),
  UNIQUE (customer_no, request_no),
  CHECK ((request_no IS NULL) = (cancelled_on IS NULL))
);
-- One open cancellation per customer.
CREATE UNIQUE INDEX limit_cancellations_open ON limit_cancellations (customer_no)
  WHERE cancelled_on IS NULL;
REVOKE DELETE, TRUNCATE ON limit_cancellations FROM qingzhou_app;

CREATE TABLE coupons (
  customer_no text NOT NULL,
  coupon_no text NOT NULL,
  benefit text NOT NULL
    CHECK (benefit IN ('interest-free-days', 'interest-share-off', 'sum-off-first-instalment')),
  benefit_days integer,
  benefit_share_ppm integer,
  benefit_amount_fen bigint,
  amount_min_fen bigint NOT NULL CHECK (amount_min_fen >= 0),
  months integer[] NOT NULL,
  valid_from date NOT NULL,
  valid_until date NOT NULL,
  state text NOT NULL DEFAULT 'free' CHECK (state IN ('free', 'reserved', 'used')),
  -- The loan that reserves or used it.
  loan_no text,
  CHECK ((state = 'free') = (loan_no IS NULL)),
  CHECK (CASE benefit
           WHEN 'interest-free-days' THEN benefit_days > 0
           WHEN 'interest-share-off' THEN benefit_share_ppm BETWEEN 1 AND 1000000
           ELSE benefit_amount_fen > 0
         END),
  PRIMARY KEY (customer_no, coupon_no),
  -- One coupon per draw.
  UNIQUE (customer_no, loan_no)
);
-- The coupons of a campaign carry its number.
CREATE INDEX coupons_of_campaign ON coupons (coupon_no);

-- Cards ----------------------------------------------------------------------------------------------------

-- A card that is being bound. The card number is stored only until the bank has decided; afterwards the
-- bank's token is enough.
CREATE TABLE card_bindings (
  customer_no text NOT NULL,
  -- The number of the order at the bank.
  binding_no text NOT NULL,
  state text NOT NULL CHECK (state IN ('starting', 'codeSent', 'processing', 'bound', 'declined')),
  card_index bytea NOT NULL,
  number_sealed bytea,
  phone_sealed bytea NOT NULL,
  -- The person named to the bank as holder.
  holder_index bytea NOT NULL,
  bank_code text NOT NULL,
  attempts smallint NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  reason text,
  card_id text,
  requested_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, binding_no),
  CHECK (state <> 'bound' OR card_id IS NOT NULL)
);
-- One code per card at a time.
CREATE UNIQUE INDEX card_bindings_open ON card_bindings (customer_no, card_index)
  WHERE state IN ('starting', 'codeSent');
CREATE INDEX card_bindings_processing ON card_bindings (customer_no, binding_no)
  WHERE state = 'processing';

CREATE TABLE cards (
  customer_no text NOT NULL,
  card_id text NOT NULL,
  card_index bytea NOT NULL,
  holder_index bytea NOT NULL,
  -- The bank's token of the card.
  token_sealed bytea NOT NULL,
  phone_sealed bytea NOT NULL,
  last_four_sealed bytea NOT NULL,
  bank_code text NOT NULL,
  bound_at timestamptz NOT NULL,
  -- When the borrower made this card the default; the latest one is. Null: never, and the newest card comes first.
  preferred_at timestamptz,
  -- The card number: a clearing house pays out to a number, not to a token of its own. Null where none is known.
  number_sealed bytea,
  -- The last debit, if the bank declined it: why, and on which business date. Empty again after a debit that was
  -- paid and after the card is bound again.
  debit_refusal text,
  debit_refused_on date,
  PRIMARY KEY (customer_no, card_id),
  UNIQUE (customer_no, card_index),
  CONSTRAINT cards_debit_refusal_check CHECK (
    debit_refusal IN ('balance', 'card', 'limit', 'binding', 'support', 'other')
    AND debit_refused_on IS NOT NULL OR debit_refusal IS NULL AND debit_refused_on IS NULL)
);
-- Support finds a customer by the number of a card.
CREATE INDEX cards_card_index ON cards (card_index);

-- The bank reports the result of an order by its number only; this table finds the customer. A notice of the
-- payment app about an agreement names its number only, too.
CREATE TABLE bank_orders (
  order_no text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('binding', 'disbursement', 'debit', 'refund', 'agreement')),
  customer_no text NOT NULL
);
COMMENT ON TABLE bank_orders IS 'look-up: number of an order at the bank -> customer';
REVOKE UPDATE, DELETE ON bank_orders FROM qingzhou_app;

-- Draws ----------------------------------------------------------------------------------------------------

-- A draw from application to disbursement. Its terms are in draws under the same number; the loan and the
-- order at the bank have the number draws.loan_no.
CREATE TABLE draw_applications (
  customer_no text NOT NULL,
  draw_no text NOT NULL,
  -- Idempotency key chosen by the phone.
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
  -- The bank may know the order since then: query it before sending again.
  ordered_at timestamptz,
  paid_on date,
  reason text,
  -- The app it was applied for in, so that an app can show the bills of its own loans.
  app text CHECK (app IN ('wallet', 'messenger', 'browser')),
  PRIMARY KEY (customer_no, draw_no),
  UNIQUE (customer_no, request_no)
);
-- One draw in progress per borrower.
CREATE UNIQUE INDEX draw_applications_running ON draw_applications (customer_no)
  WHERE state IN ('verifying', 'processing');
REVOKE DELETE ON draw_applications FROM qingzhou_app;

-- A draw that is not disbursed yet. Its part of the limit is in limits.used_fen, its coupon is reserved
-- under the number that its loan will have, and its rate is the agreed one.
CREATE TABLE draws (
  customer_no text NOT NULL,
  -- The number of the request that reserved it.
  draw_no text NOT NULL,
  loan_no text NOT NULL,
  state text NOT NULL,
  product text NOT NULL,
  amount_fen bigint NOT NULL,
  months integer NOT NULL,
  method text NOT NULL,
  purpose text NOT NULL,
  coupon_no text,
  card_id text,
  annual_rate_ppm integer NOT NULL,
  lender text NOT NULL,
  reserved_on date NOT NULL,
  reserved_at timestamptz NOT NULL,
  -- The service fee as quoted: the amount, and whether each instalment or only the first charges it. Null where the
  -- product charges none. The loan has the fees in its instalments.
  fee_fen bigint,
  fee_charged text,
  PRIMARY KEY (customer_no, draw_no),
  CONSTRAINT draws_fee_sound CHECK (
    (fee_fen IS NULL AND fee_charged IS NULL)
    OR (fee_fen >= 0 AND fee_charged IN ('each-instalment', 'first-instalment')))
);
CREATE FUNCTION is_draw_sound(state text, product text, amount_fen bigint, months integer, annual_rate_ppm integer)
RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN state IN ('reserved', 'booked', 'released')
    AND product IN ('103001', '101001', '900001')
    AND amount_fen > 0 AND months > 0 AND annual_rate_ppm >= 0;
END
$$;
ALTER TABLE draws ADD CONSTRAINT draws_sound
  CHECK (is_draw_sound(state, product, amount_fen, months, annual_rate_ppm));
REVOKE DELETE ON draws FROM qingzhou_app;

-- Goods bought in the mall with a draw. The state of the draw is in draw_applications under draw_no.
CREATE TABLE mall_orders (
  customer_no text NOT NULL,
  -- Our number at the mall, also its idempotency key.
  order_no text NOT NULL,
  draw_no text NOT NULL,
  -- Idempotency key chosen by the phone.
  request_no text NOT NULL,
  offer_no text NOT NULL,
  name text NOT NULL,
  picture text NOT NULL,
  price_fen bigint NOT NULL CHECK (price_fen > 0),
  months integer NOT NULL,
  first_amount_fen bigint NOT NULL,
  state text NOT NULL
    CHECK (state IN ('begun', 'ordered', 'sent', 'delivered', 'returning', 'returned')),
  is_return_requested boolean NOT NULL DEFAULT false,
  delivered_on date,
  reason text,
  started_at timestamptz NOT NULL,
  -- The mall may know the order since then: query it before sending again.
  ordered_at timestamptz,
  changed_at timestamptz NOT NULL,
  -- Where the goods go: recipient, phone and address.
  delivery_sealed bytea,
  PRIMARY KEY (customer_no, order_no),
  UNIQUE (customer_no, draw_no),
  UNIQUE (customer_no, request_no)
);
CREATE INDEX mall_orders_newest ON mall_orders (customer_no, started_at DESC);
CREATE INDEX mall_orders_open ON mall_orders (customer_no, order_no)
  WHERE state IN ('begun', 'ordered', 'sent', 'returning');
CREATE INDEX mall_orders_delivered ON mall_orders (delivered_on) WHERE state = 'delivered';
REVOKE DELETE ON mall_orders FROM qingzhou_app;

-- The mall reports the result of an order by its number only; this table finds the customer.
CREATE TABLE mall_order_owners (
  order_no text PRIMARY KEY,
  customer_no text NOT NULL
);
COMMENT ON TABLE mall_order_owners IS 'look-up: number of an order at the mall -> customer';
REVOKE UPDATE, DELETE ON mall_order_owners FROM qingzhou_app;

-- Loans ----------------------------------------------------------------------------------------------------

-- A loan with its schedule, one row. An array has one element per instalment; it is null where every element
-- would be zero or, for due_on and penalty_since, the end of the period (period_to). The open amounts are
-- stored rather than the amounts due, so that no part can be paid or waived twice. The view `instalments`
-- shows one row per instalment.
CREATE TABLE loans (
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  opened_at timestamptz NOT NULL,
  origin text NOT NULL,
  product text NOT NULL DEFAULT '103001',
  lender text NOT NULL,
  purpose text,
  coupon_no text,
  card_id text,
  amount_fen bigint NOT NULL,
  start_on date NOT NULL,
  method text NOT NULL,
  day_count text NOT NULL,
  rounding text NOT NULL,
  broken_period text NOT NULL,
  instalment_unit_fen bigint NOT NULL,
  after_early_part text NOT NULL,
  late_rate_percent integer NOT NULL,
  late_grace_days integer NOT NULL,
  late_principal_first_after_days integer NOT NULL,
  -- The new loan that replaced this one.
  consolidated_into text,
  annual_rate_ppm integer NOT NULL,
  accrual_since date NOT NULL,
  accrual_microfen bigint NOT NULL,
  delayed_on date[],
  -- The part of the limit that it still uses.
  limit_used_fen bigint NOT NULL,
  is_settled boolean NOT NULL,
  -- The oldest open instalment and its due date; null when settled.
  first_open integer,
  next_due_on date,
  -- The day of the last operation that brought it up to date; the end of day continues in loan_balances.
  booked_until date NOT NULL,
  period_from date[] NOT NULL,
  period_to date[] NOT NULL,
  period_days360 integer[] NOT NULL,
  due_on date[],
  penalty_since date[],
  delay_interest_fen bigint[],
  open_fee_fen bigint[],
  open_penalty_fen bigint[],
  open_interest_fen bigint[],
  open_principal_fen bigint[],
  paid_fee_fen bigint[],
  paid_penalty_fen bigint[],
  paid_interest_fen bigint[],
  paid_principal_fen bigint[],
  waived_fee_fen bigint[],
  waived_penalty_fen bigint[],
  waived_interest_fen bigint[],
  waived_principal_fen bigint[],
  -- The day a plan was broken, the day a loan was reversed because its goods were returned, and the day the
  -- return was requested.
  defaulted_on date,
  reversed_on date,
  return_requested_on date,
  -- Needed to compute interest and penalty exactly after any order of operations. Null arrays are zeros.
  late_rate_ppm_max integer,
  coupon_kind text,
  coupon_value bigint,
  -- The principal and rates over time, on which interest and penalty are computed.
  history text,
  delay_microfen bigint[],
  -- Decimal integers: principal × late rate × days exceeds a bigint for the largest loans.
  penalty_units text[],
  prepaid_interest_fen bigint[],
  converted_principal_fen bigint[],
  -- The level instalment of a loan with equal instalments. Where it is not known, it is read from the plan.
  level_instalment_fen bigint,
  -- The number of instalments that was agreed: a shortened loan has fewer. Where it is not known, the plan has them
  -- all.
  months_agreed smallint,
  -- Whether today's rules give the loan from its acts in the audit log.
  is_replayable boolean NOT NULL DEFAULT true,
  PRIMARY KEY (customer_no, loan_no)
) WITH (fillfactor = 70);
CREATE FUNCTION is_loan_sound(
  origin text, product text, amount_fen bigint, annual_rate_ppm integer, limit_used_fen bigint,
  is_settled boolean, next_due_on date, first_open integer,
  period_from date[], period_to date[], period_days360 integer[],
  open_principal_fen bigint[], open_interest_fen bigint[], open_penalty_fen bigint[], open_fee_fen bigint[],
  paid_principal_fen bigint[], paid_interest_fen bigint[], paid_penalty_fen bigint[], paid_fee_fen bigint[],
  waived_principal_fen bigint[], waived_interest_fen bigint[], waived_penalty_fen bigint[],
  waived_fee_fen bigint[], delay_interest_fen bigint[])
RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN origin IN ('draw', 'consolidation-plan', 'bill-conversion')
    AND product IN ('103001', '101001', '900001')
    AND amount_fen > 0 AND annual_rate_ppm >= 0 AND limit_used_fen >= 0
    AND is_settled = (next_due_on IS NULL) AND is_settled = (first_open IS NULL)
    AND period_to > period_from AND 0 < ALL (period_days360)
    AND 0 <= ALL (open_principal_fen) AND 0 <= ALL (open_interest_fen)
    AND 0 <= ALL (open_penalty_fen) AND 0 <= ALL (open_fee_fen)
    AND 0 <= ALL (paid_principal_fen) AND 0 <= ALL (paid_interest_fen)
    AND 0 <= ALL (paid_penalty_fen) AND 0 <= ALL (paid_fee_fen)
    AND 0 <= ALL (waived_principal_fen) AND 0 <= ALL (waived_interest_fen)
    AND 0 <= ALL (waived_penalty_fen) AND 0 <= ALL (waived_fee_fen)
    AND 0 <= ALL (delay_interest_fen);
END
$$;
ALTER TABLE loans ADD CONSTRAINT loans_sound CHECK (is_loan_sound(
  origin, product, amount_fen, annual_rate_ppm, limit_used_fen, is_settled, next_due_on, first_open,
  period_from, period_to, period_days360,
  open_principal_fen, open_interest_fen, open_penalty_fen, open_fee_fen,
  paid_principal_fen, paid_interest_fen, paid_penalty_fen, paid_fee_fen,
  waived_principal_fen, waived_interest_fen, waived_penalty_fen, waived_fee_fen,
  delay_interest_fen));
-- Statistics of arrays would take ANALYZE longer than all other columns, and no query uses them.
DO $$
DECLARE
  column_name text;
BEGIN
  FOR column_name IN
    SELECT attname FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid
     WHERE attrelid = 'loans'::regclass AND attnum > 0 AND typcategory = 'A'
  LOOP
    EXECUTE format('ALTER TABLE loans ALTER COLUMN %I SET STATISTICS 0', column_name);
  END LOOP;
END
$$;
ALTER TABLE loans ALTER COLUMN history SET STATISTICS 0;
CREATE UNIQUE INDEX loans_one_a_coupon ON loans (customer_no, coupon_no)
  WHERE coupon_no IS NOT NULL;
-- The end of day reads open loans only.
CREATE INDEX loans_open ON loans (customer_no, loan_no) WHERE NOT is_settled;
-- Support finds a customer by the number of a loan.
CREATE INDEX loans_loan_no ON loans (loan_no);
-- After each day, plans that can still be broken are checked.
CREATE INDEX loans_running_plans ON loans (customer_no, loan_no)
  WHERE origin = 'consolidation-plan' AND NOT is_settled AND defaulted_on IS NULL;

-- A payment and its allocation: the arrays name the instalments it settles, wholly or partly.
CREATE TABLE payments (
  customer_no text NOT NULL,
  -- The number of the request that reported it.
  payment_no text NOT NULL,
  loan_no text NOT NULL,
  kind text NOT NULL,
  amount_fen bigint NOT NULL,
  overpaid_fen bigint NOT NULL,
  paid_on date NOT NULL,
  -- Our id of the card, not its number. Null where no card paid.
  card_id text,
  received_at timestamptz NOT NULL,
  n integer[] NOT NULL,
  fee_fen bigint[] NOT NULL,
  penalty_fen bigint[] NOT NULL,
  interest_fen bigint[] NOT NULL,
  principal_fen bigint[] NOT NULL,
  PRIMARY KEY (customer_no, payment_no, loan_no)
);
-- overpaid_fen may exceed amount_fen: prepaid interest is returned with the last payment.
CREATE FUNCTION is_payment_sound(
  kind text, amount_fen bigint, overpaid_fen bigint,
  fee_fen bigint[], penalty_fen bigint[], interest_fen bigint[], principal_fen bigint[])
RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN kind IN ('due', 'early-full', 'early-part', 'waiver', 'conversion')
    AND amount_fen > 0 AND overpaid_fen >= 0
    AND 0 <= ALL (fee_fen) AND 0 <= ALL (penalty_fen)
    AND 0 <= ALL (interest_fen) AND 0 <= ALL (principal_fen);
END
$$;
ALTER TABLE payments ADD CONSTRAINT payments_sound CHECK (is_payment_sound(
  kind, amount_fen, overpaid_fen, fee_fen, penalty_fen, interest_fen, principal_fen));
-- Payments and their allocation are never changed.
REVOKE UPDATE, DELETE ON payments FROM qingzhou_app;

CREATE VIEW allocations AS
  SELECT customer_no, payment_no, loan_no, part.n, part.fee_fen, part.penalty_fen,
         part.interest_fen, part.principal_fen
    FROM payments
   CROSS JOIN LATERAL unnest(n, fee_fen, penalty_fen, interest_fen, principal_fen)
      AS part (n, fee_fen, penalty_fen, interest_fen, principal_fen);

-- One row per instalment of every loan, for SQL by hand. The amounts are those of the loan record: interest and
-- penalty up to loans.booked_until, the day of the last operation on the loan. loan_balances has what the
-- ledger has accrued since.
CREATE VIEW instalments AS
  SELECT customer_no, loan_no, n, period_from, period_to, due_date,
         open_principal_fen + paid_principal_fen + waived_principal_fen AS principal_due_fen,
         open_interest_fen + paid_interest_fen + waived_interest_fen AS interest_due_fen,
         open_penalty_fen + paid_penalty_fen + waived_penalty_fen AS penalty_due_fen,
         open_fee_fen + paid_fee_fen + waived_fee_fen AS fee_due_fen,
         waived_principal_fen AS principal_waived_fen, waived_interest_fen AS interest_waived_fen,
         waived_penalty_fen AS penalty_waived_fen, waived_fee_fen AS fee_waived_fen,
         paid_principal_fen AS principal_paid_fen, paid_interest_fen AS interest_paid_fen,
         paid_penalty_fen AS penalty_paid_fen, paid_fee_fen AS fee_paid_fen,
         open_principal_fen + open_interest_fen + open_penalty_fen + open_fee_fen AS open_fen,
         CASE
           WHEN open_principal_fen + open_interest_fen + open_penalty_fen + open_fee_fen = 0 THEN 'settled'
           WHEN due_date < (SELECT business_date FROM business_date) THEN 'overdue'
           ELSE 'open'
         END AS state
    FROM (SELECT customer_no, loan_no, n, period_from[n] AS period_from, period_to[n] AS period_to,
                 coalesce(due_on[n], period_to[n]) AS due_date,
                 coalesce(open_principal_fen[n], 0) AS open_principal_fen,
                 coalesce(open_interest_fen[n], 0) AS open_interest_fen,
                 coalesce(open_penalty_fen[n], 0) AS open_penalty_fen,
                 coalesce(open_fee_fen[n], 0) AS open_fee_fen,
                 coalesce(paid_principal_fen[n], 0) AS paid_principal_fen,
                 coalesce(paid_interest_fen[n], 0) AS paid_interest_fen,
                 coalesce(paid_penalty_fen[n], 0) AS paid_penalty_fen,
                 coalesce(paid_fee_fen[n], 0) AS paid_fee_fen,
                 coalesce(waived_principal_fen[n], 0) AS waived_principal_fen,
                 coalesce(waived_interest_fen[n], 0) AS waived_interest_fen,
                 coalesce(waived_penalty_fen[n], 0) AS waived_penalty_fen,
                 coalesce(waived_fee_fen[n], 0) AS waived_fee_fen
            FROM loans CROSS JOIN LATERAL generate_subscripts(period_to, 1) AS n) AS instalment;
