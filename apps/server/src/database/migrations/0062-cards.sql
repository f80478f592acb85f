-- A card on its way to being bound. Its number is kept only until the bank has decided: then the bank's
-- own name for the card is enough.
CREATE TABLE card_bindings (
  customer_no text NOT NULL,
  -- The number of the order at the bank.
  binding_no text NOT NULL,
  state text NOT NULL CHECK (state IN ('starting', 'codeSent', 'processing', 'bound', 'declined')),
  card_index bytea NOT NULL,
  number_sealed bytea,
  phone_sealed bytea NOT NULL,
  -- Whom the bank was told it belongs to.
  holder_index bytea NOT NULL,
  bank_code text NOT NULL,
  tries smallint NOT NULL DEFAULT 0 CHECK (tries >= 0),
  reason text,
  card_id text,
  asked_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, binding_no),
  CHECK (state <> 'bound' OR card_id IS NOT NULL)
);
-- Of two who ask for a code for one card at once, one gets it.
CREATE UNIQUE INDEX card_bindings_open ON card_bindings (customer_no, card_index)
  WHERE state IN ('starting', 'codeSent');

CREATE TABLE cards (
  customer_no text NOT NULL,
  card_id text NOT NULL,
  card_index bytea NOT NULL,
  holder_index bytea NOT NULL,
  -- What the bank calls the card.
  token_sealed bytea NOT NULL,
  phone_sealed bytea NOT NULL,
  last_four_sealed bytea NOT NULL,
  bank_code text NOT NULL,
  bound_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, card_id),
  UNIQUE (customer_no, card_index)
);
