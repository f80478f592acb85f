-- A plan that was broken, a loan that was undone because its goods went back, and one whose goods are
-- on their way back: each since which day.
ALTER TABLE loans
  ADD COLUMN broken_on date,
  ADD COLUMN reversed_on date,
  ADD COLUMN return_asked_on date;

-- After each day, those plans are looked at that can still break, however many loans there are.
CREATE INDEX loans_unbroken_plans ON loans (customer_no, loan_no)
  WHERE origin = 'personalised-plan' AND NOT is_settled AND broken_on IS NULL;

-- The mall's money for goods that went back comes through the bank like any other.
ALTER TABLE bank_transfers
  DROP CONSTRAINT bank_transfers_kind_check,
  ADD CONSTRAINT bank_transfers_kind_check
    CHECK (kind IN ('payout', 'collection', 'refund', 'return'));
