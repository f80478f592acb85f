-- What a forbearance costs and how it changes the first open instalment: as the borrower agreed to it, and once
-- it is approved, as it was booked. Applications from before have none.
ALTER TABLE reliefs
  ADD COLUMN cost_fen bigint,
  ADD COLUMN first_n integer,
  ADD COLUMN due_on date,
  ADD COLUMN amount_fen bigint,
  ADD COLUMN new_due_on date,
  ADD COLUMN new_amount_fen bigint,
  ADD CHECK (num_nulls(cost_fen, first_n, due_on, amount_fen, new_due_on, new_amount_fen) IN (0, 6));

-- What is asked for with the evidence, in one line for the reviewer's list. It holds no personal data.
ALTER TABLE proofs ADD COLUMN summary text;
