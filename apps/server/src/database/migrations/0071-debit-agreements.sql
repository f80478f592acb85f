-- A card's holder lets us debit it without a code. Its number is that of the order at the bank.
CREATE TABLE debit_agreements (
  customer_no text NOT NULL,
  debit_no text NOT NULL,
  card_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('codeSent', 'signed', 'declined')),
  tries smallint NOT NULL DEFAULT 0 CHECK (tries >= 0),
  asked_at timestamptz NOT NULL,
  signed_at timestamptz,
  PRIMARY KEY (customer_no, debit_no)
);
REVOKE DELETE ON debit_agreements FROM qingzhou_app;
-- Signed once for a card.
CREATE UNIQUE INDEX debit_agreements_signed ON debit_agreements (customer_no, card_id)
  WHERE state = 'signed';
