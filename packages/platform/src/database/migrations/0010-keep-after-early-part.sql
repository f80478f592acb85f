-- What an early repayment in part leaves as it is: the end date, or the size of the instalments. Null where
-- the borrower did not choose.
ALTER TABLE repayments
  ADD COLUMN keep text
    CHECK (keep IS NULL OR (keep IN ('term', 'instalment') AND kind = 'earlyPart'));
