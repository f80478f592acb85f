-- The last debit of a card, if its bank declined it: why, and on which business date. Empty again after a debit that was
-- paid and after the card is bound again.
ALTER TABLE cards ADD COLUMN debit_refusal text;
ALTER TABLE cards ADD COLUMN debit_refused_on date;
ALTER TABLE cards ADD CONSTRAINT cards_debit_refusal_check CHECK (
  debit_refusal IN ('balance', 'card', 'limit', 'binding', 'support', 'other')
  AND debit_refused_on IS NOT NULL OR debit_refusal IS NULL AND debit_refused_on IS NULL) NOT VALID;
ALTER TABLE cards VALIDATE CONSTRAINT cards_debit_refusal_check;
