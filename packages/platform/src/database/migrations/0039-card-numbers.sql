-- The number of a bound card, sealed: a clearing house pays out to a number, not to a token of its own. It is deleted
-- with the card. A card that was bound before has none until it is bound again.
ALTER TABLE cards ADD COLUMN number_sealed bytea;
