-- Nothing was lent before the first release, so nothing is carried over: the books begin again, in
-- fewer and wider rows. What an act writes is what it costs, and most of that cost is by the row.
DROP VIEW general_ledger;
DROP TABLE ledger_entries, loan_balances, instalments, allocations, payments, waiver_offers, loans;
DROP FUNCTION keep_loan_balances;
DELETE FROM draws;
DELETE FROM refunds;
DELETE FROM bank_transfers;
UPDATE coupons SET state = 'free', loan_no = NULL;
UPDATE limits SET used_fen = 0;

-- A loan with its plan. An array has one element an instalment; it is null where all of them would
-- be nothing, or, of a day, the end of their period. What is owed is kept as what is still open, so
-- that no part can be paid or given up twice, whoever asks.
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
  -- The new loan that this one was closed against.
  joined_into text,
  annual_rate_ppm integer NOT NULL,
  accrual_since date NOT NULL,
  accrual_microfen bigint NOT NULL,
  delayed_on date[],
  -- What it still takes up of the limit.
  limit_held_fen bigint NOT NULL,
  is_settled boolean NOT NULL,
  -- The oldest open instalment, and the day it is due; null once settled.
  first_open integer,
  next_due_on date,
  -- The day of the last act that it was brought up to; the end of day goes on from there in loan_balances.
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
  PRIMARY KEY (customer_no, loan_no)
) WITH (fillfactor = 70);

-- PostgreSQL reads a check anew for every statement that writes to its table, word by word: a long
-- one took longer than the row itself. A function is read once a connection.
CREATE FUNCTION is_sound(loan loans) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN loan.origin IN ('draw', 'personalised-plan', 'second-instalment')
    AND loan.product IN ('103001', '101001', '900001')
    AND loan.amount_fen > 0 AND loan.annual_rate_ppm >= 0 AND loan.limit_held_fen >= 0
    AND loan.is_settled = (loan.next_due_on IS NULL) AND loan.is_settled = (loan.first_open IS NULL)
    AND loan.period_to > loan.period_from AND 0 < ALL (loan.period_days360)
    AND 0 <= ALL (loan.open_principal_fen) AND 0 <= ALL (loan.open_interest_fen)
    AND 0 <= ALL (loan.open_penalty_fen) AND 0 <= ALL (loan.open_fee_fen)
    AND 0 <= ALL (loan.paid_principal_fen) AND 0 <= ALL (loan.paid_interest_fen)
    AND 0 <= ALL (loan.paid_penalty_fen) AND 0 <= ALL (loan.paid_fee_fen)
    AND 0 <= ALL (loan.waived_principal_fen) AND 0 <= ALL (loan.waived_interest_fen)
    AND 0 <= ALL (loan.waived_penalty_fen) AND 0 <= ALL (loan.waived_fee_fen)
    AND 0 <= ALL (loan.delay_interest_fen);
END
$$;
ALTER TABLE loans ADD CONSTRAINT loans_sound CHECK (is_sound(loans));

-- Nobody asks what plans have in common, and to find out would take longer than all other columns.
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
CREATE UNIQUE INDEX loans_one_a_coupon ON loans (customer_no, coupon_no)
  WHERE coupon_no IS NOT NULL;
-- The end of day goes through open loans only, however many settled ones the years leave behind.
CREATE INDEX loans_open ON loans (customer_no, loan_no) WHERE NOT is_settled;

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

-- A payment and where every fen of it went: the arrays name the instalments it settled, or a part of.
CREATE TABLE payments (
  customer_no text NOT NULL,
  -- The number of the request that brought it.
  payment_no text NOT NULL,
  loan_no text NOT NULL,
  kind text NOT NULL,
  amount_fen bigint NOT NULL,
  overpaid_fen bigint NOT NULL,
  paid_on date NOT NULL,
  -- Names the card; it is not its number. Null where no card paid.
  card_id text,
  received_at timestamptz NOT NULL,
  n integer[] NOT NULL,
  fee_fen bigint[] NOT NULL,
  penalty_fen bigint[] NOT NULL,
  interest_fen bigint[] NOT NULL,
  principal_fen bigint[] NOT NULL,
  PRIMARY KEY (customer_no, payment_no, loan_no)
);
CREATE FUNCTION is_sound(payment payments) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN payment.kind IN ('due', 'early-full', 'early-part', 'waiver', 'conversion')
    AND payment.amount_fen > 0 AND payment.overpaid_fen BETWEEN 0 AND payment.amount_fen
    AND 0 <= ALL (payment.fee_fen) AND 0 <= ALL (payment.penalty_fen)
    AND 0 <= ALL (payment.interest_fen) AND 0 <= ALL (payment.principal_fen);
END
$$;
ALTER TABLE payments ADD CONSTRAINT payments_sound CHECK (is_sound(payments));
-- What has been paid, and where it went, is never rewritten.
REVOKE UPDATE, DELETE ON payments FROM qingzhou_app;

CREATE VIEW allocations AS
  SELECT customer_no, payment_no, loan_no, part.n, part.fee_fen, part.penalty_fen,
         part.interest_fen, part.principal_fen
    FROM payments
   CROSS JOIN LATERAL unnest(n, fee_fen, penalty_fen, interest_fen, principal_fen)
      AS part (n, fee_fen, penalty_fen, interest_fen, principal_fen);
