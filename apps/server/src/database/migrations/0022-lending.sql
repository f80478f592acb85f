CREATE TABLE limits (
  customer_no text PRIMARY KEY,
  granted_fen bigint NOT NULL,
  used_fen bigint NOT NULL DEFAULT 0,
  state text NOT NULL CHECK (state IN ('open', 'frozen', 'cancelled')),
  valid_until date NOT NULL,
  grade text NOT NULL,
  annual_rate_ppm integer NOT NULL CHECK (annual_rate_ppm >= 0),
  lender text NOT NULL,
  opened_at timestamptz NOT NULL,
  -- The last word against over-drawing, whatever a statement says.
  CONSTRAINT limits_never_over CHECK (used_fen BETWEEN 0 AND granted_fen)
) WITH (fillfactor = 70);

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
  state text NOT NULL DEFAULT 'free' CHECK (state IN ('free', 'held', 'used')),
  -- The loan that holds or used it.
  loan_no text,
  CHECK ((state = 'free') = (loan_no IS NULL)),
  CHECK (CASE benefit
           WHEN 'interest-free-days' THEN benefit_days > 0
           WHEN 'interest-share-off' THEN benefit_share_ppm BETWEEN 1 AND 1000000
           ELSE benefit_amount_fen > 0
         END),
  PRIMARY KEY (customer_no, coupon_no),
  -- One coupon a draw.
  UNIQUE (customer_no, loan_no)
);

CREATE TABLE loans (
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  origin text NOT NULL CHECK (origin IN ('draw', 'personalised-plan', 'second-instalment')),
  lender text NOT NULL,
  purpose text,
  coupon_no text,
  -- The new loan that this one was closed against.
  joined_into text,
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  start_on date NOT NULL,
  method text NOT NULL,
  annual_rate_ppm integer NOT NULL CHECK (annual_rate_ppm >= 0),
  day_count text NOT NULL,
  rounding text NOT NULL,
  broken_period text NOT NULL,
  instalment_unit_fen bigint NOT NULL,
  after_early_part text NOT NULL,
  late_rate_percent integer NOT NULL,
  late_grace_days integer NOT NULL,
  late_principal_first_after_days integer NOT NULL,
  accrual_since date NOT NULL,
  accrual_microfen bigint NOT NULL,
  delayed_on date[] NOT NULL DEFAULT '{}',
  -- What it still takes up of the limit.
  limit_held_fen bigint NOT NULL CHECK (limit_held_fen >= 0),
  is_settled boolean NOT NULL DEFAULT false,
  -- The due date of the oldest open instalment; null once settled.
  next_due_on date,
  -- The ledger has its interest, penalty and fees up to this day.
  booked_until date NOT NULL,
  opened_at timestamptz NOT NULL,
  CHECK (is_settled = (next_due_on IS NULL)),
  PRIMARY KEY (customer_no, loan_no),
  UNIQUE (customer_no, coupon_no)
) WITH (fillfactor = 70);

CREATE TABLE instalments (
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  n integer NOT NULL CHECK (n > 0),
  period_from date NOT NULL,
  period_to date NOT NULL CHECK (period_to > period_from),
  period_days360 integer NOT NULL CHECK (period_days360 > 0),
  due_on date NOT NULL,
  due_fee_fen bigint NOT NULL,
  due_penalty_fen bigint NOT NULL,
  due_interest_fen bigint NOT NULL,
  due_principal_fen bigint NOT NULL,
  paid_fee_fen bigint NOT NULL CHECK (paid_fee_fen >= 0),
  paid_penalty_fen bigint NOT NULL CHECK (paid_penalty_fen >= 0),
  paid_interest_fen bigint NOT NULL CHECK (paid_interest_fen >= 0),
  paid_principal_fen bigint NOT NULL CHECK (paid_principal_fen >= 0),
  waived_fee_fen bigint NOT NULL CHECK (waived_fee_fen >= 0),
  waived_penalty_fen bigint NOT NULL CHECK (waived_penalty_fen >= 0),
  waived_interest_fen bigint NOT NULL CHECK (waived_interest_fen >= 0),
  waived_principal_fen bigint NOT NULL CHECK (waived_principal_fen >= 0),
  delay_interest_fen bigint NOT NULL CHECK (delay_interest_fen >= 0),
  penalty_since date NOT NULL,
  -- Nobody pays a part twice, whoever asks.
  CONSTRAINT instalments_never_over CHECK (
    paid_fee_fen + waived_fee_fen <= due_fee_fen
    AND paid_penalty_fen + waived_penalty_fen <= due_penalty_fen
    AND paid_interest_fen + waived_interest_fen <= due_interest_fen
    AND paid_principal_fen + waived_principal_fen <= due_principal_fen
  ),
  PRIMARY KEY (customer_no, loan_no, n),
  FOREIGN KEY (customer_no, loan_no) REFERENCES loans
) WITH (fillfactor = 70);

CREATE TABLE payments (
  customer_no text NOT NULL,
  -- The number of the request that brought it.
  payment_no text NOT NULL,
  loan_no text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('due', 'early-full', 'early-part', 'waiver', 'conversion')),
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  overpaid_fen bigint NOT NULL CHECK (overpaid_fen BETWEEN 0 AND amount_fen),
  paid_on date NOT NULL,
  -- Names the card; it is not its number. Null where no card paid.
  card_id text,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, payment_no, loan_no),
  FOREIGN KEY (customer_no, loan_no) REFERENCES loans
);

CREATE TABLE allocations (
  customer_no text NOT NULL,
  payment_no text NOT NULL,
  loan_no text NOT NULL,
  n integer NOT NULL,
  fee_fen bigint NOT NULL CHECK (fee_fen >= 0),
  penalty_fen bigint NOT NULL CHECK (penalty_fen >= 0),
  interest_fen bigint NOT NULL CHECK (interest_fen >= 0),
  principal_fen bigint NOT NULL CHECK (principal_fen >= 0),
  PRIMARY KEY (customer_no, payment_no, loan_no, n)
);

CREATE TABLE refunds (
  customer_no text NOT NULL,
  -- The number of the payment that was too much.
  refund_no text NOT NULL,
  loan_no text NOT NULL,
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  card_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('owed', 'sent', 'returned')),
  owed_since date NOT NULL,
  PRIMARY KEY (customer_no, refund_no)
);

CREATE TABLE waiver_offers (
  customer_no text NOT NULL,
  offer_no text NOT NULL,
  loan_no text NOT NULL,
  penalty_share_ppm integer NOT NULL CHECK (penalty_share_ppm BETWEEN 0 AND 1000000),
  interest_share_ppm integer NOT NULL CHECK (interest_share_ppm BETWEEN 0 AND 1000000),
  last_day date NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'taken')),
  PRIMARY KEY (customer_no, offer_no),
  FOREIGN KEY (customer_no, loan_no) REFERENCES loans
);

-- What has been paid, and where it went, is never rewritten.
REVOKE UPDATE, DELETE ON payments, allocations FROM qingzhou_app;
