-- The level instalment of a loan with equal instalments. Where it is not known, it is read from the plan.
ALTER TABLE loans ADD COLUMN IF NOT EXISTS level_instalment_fen bigint;

-- The number of instalments that was agreed: a shortened loan has fewer. Where it is not known, the plan has them all.
ALTER TABLE loans ADD COLUMN IF NOT EXISTS months_agreed smallint;

-- Whether today's rules give the loan from its acts in the audit log.
ALTER TABLE loans ADD COLUMN IF NOT EXISTS is_replayable boolean NOT NULL DEFAULT true;

-- data move: marks loans whose acts followed earlier rules; test: apps/server/src/lending/changes/late-rate-cut.test.ts
UPDATE loans SET is_replayable = false
 WHERE EXISTS (
   SELECT FROM audit_log
    WHERE audit_log.customer_no = loans.customer_no
      AND (act IN ('repay-in-part', 'delay', 'relief', 'rate-cut', 'spread-bill', 'pay-with-waiver')
           OR (act = 'repay-through' AND coupon_kind = 'sum-off-first-instalment'))
      AND loans.loan_no IN (asked::json ->> 'loanNo', answer::json ->> 'loanNo'));
