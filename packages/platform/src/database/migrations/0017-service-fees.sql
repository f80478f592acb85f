-- The service fee of a draw, as quoted: the amount, and whether each instalment or only the first charges it.
-- Null where the product charges none. The loan has the fees in its instalments.
ALTER TABLE draws
  ADD COLUMN fee_fen bigint,
  ADD COLUMN fee_charged text,
  ADD CONSTRAINT draws_fee_sound CHECK (
    (fee_fen IS NULL AND fee_charged IS NULL)
    OR (fee_fen >= 0 AND fee_charged IN ('each-instalment', 'first-instalment')));
