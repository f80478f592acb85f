-- What interest and penalty need to stay exact through any order of operations. A null array means
-- nothing for every instalment, as with the other columns of a plan.
ALTER TABLE loans
  ADD COLUMN late_rate_ppm_max integer,
  ADD COLUMN coupon_kind text,
  ADD COLUMN coupon_value bigint,
  -- On which principal and at which rate interest and penalty have run; null before this migration.
  ADD COLUMN history text,
  ADD COLUMN delay_microfen bigint[],
  -- Whole numbers in decimal: principal × late rate × days is more than a bigint for the largest loans.
  ADD COLUMN penalty_units text[],
  ADD COLUMN prepaid_interest_fen bigint[],
  ADD COLUMN converted_principal_fen bigint[];

-- As for the other arrays: nobody asks what plans have in common.
ALTER TABLE loans
  ALTER COLUMN delay_microfen SET STATISTICS 0,
  ALTER COLUMN penalty_units SET STATISTICS 0,
  ALTER COLUMN prepaid_interest_fen SET STATISTICS 0,
  ALTER COLUMN converted_principal_fen SET STATISTICS 0,
  ALTER COLUMN history SET STATISTICS 0;

-- data move: a loan gets the kind and value of its coupon and the first day of a delay; test: apps/server/src/upgrade.test.ts
UPDATE loans
   SET coupon_kind = benefit,
       coupon_value = coalesce(benefit_days, benefit_share_ppm, benefit_amount_fen)
  FROM coupons
 WHERE coupons.customer_no = loans.customer_no AND coupons.coupon_no = loans.coupon_no;

-- Interest of a delay runs from `penalty_since` to the due date now; it used to be one amount, and
-- `penalty_since` the due date. The days it was computed for follow from the amount.
UPDATE loans
   SET penalty_since = (
         SELECT array_agg(
                  CASE WHEN coalesce(delay_interest_fen[n], 0) > 0
                        AND coalesce(open_principal_fen[n], 0) + coalesce(waived_principal_fen[n], 0) > 0
                       THEN coalesce(due_on[n], period_to[n])
                            - round(delay_interest_fen[n]::numeric * 360000000
                                    / ((open_principal_fen[n] + coalesce(waived_principal_fen[n], 0))
                                       * annual_rate_ppm::numeric))::integer
                       ELSE coalesce(penalty_since[n], period_to[n]) END
                  ORDER BY n)
           FROM generate_subscripts(period_to, 1) AS n)
 WHERE delay_interest_fen IS NOT NULL AND annual_rate_ppm > 0;

-- Interest that was paid ahead and comes back with the last payment can be more than the payment.
CREATE OR REPLACE FUNCTION is_sound(payment payments) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN payment.kind IN ('due', 'early-full', 'early-part', 'waiver', 'conversion')
    AND payment.amount_fen > 0 AND payment.overpaid_fen >= 0
    AND 0 <= ALL (payment.fee_fen) AND 0 <= ALL (payment.penalty_fen)
    AND 0 <= ALL (payment.interest_fen) AND 0 <= ALL (payment.principal_fen);
END
$$;
