-- A customer whom staff have blocked, with the reason. Borrowing stops; paying never does.
CREATE TABLE customer_blocks (
  customer_no text NOT NULL,
  block_no text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('stolen-phone', 'fraud', 'court', 'death', 'bankruptcy')),
  -- Why, in the words of the member of staff.
  note_sealed bytea NOT NULL,
  blocked_by text NOT NULL,
  blocked_at timestamptz NOT NULL,
  -- The block froze the limit, so its end opens it again.
  froze_limit boolean NOT NULL,
  -- After a stolen phone: since then the customer can sign in at the phone on file, and has to pass a face check.
  returned_at timestamptz CHECK (returned_at IS NULL OR reason = 'stolen-phone'),
  ended_by text,
  ended_at timestamptz,
  PRIMARY KEY (customer_no, block_no),
  CHECK ((ended_by IS NULL) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX customer_blocks_open ON customer_blocks (customer_no, reason) WHERE ended_at IS NULL;
REVOKE DELETE ON customer_blocks FROM qingzhou_app;
SELECT let_erase('customer_blocks');

-- A session that may only make the face check which returns the access.
ALTER TABLE sessions ADD COLUMN awaits_face boolean NOT NULL DEFAULT false;

-- The face check of a customer whose phone was stolen.
ALTER TABLE face_sessions DROP CONSTRAINT face_sessions_purpose_check;
ALTER TABLE face_sessions ADD CONSTRAINT face_sessions_purpose_check
  CHECK (purpose IN ('credit', 'loan', 'plan', 'phone', 'amend', 'access')) NOT VALID;


-- Support finds a customer by the number of a card, of a loan, or of an order at a provider.
CREATE INDEX cards_card_index ON cards (card_index);
CREATE INDEX loans_loan_no ON loans (loan_no);
CREATE INDEX wire_orders_reference ON wire_orders (md5(reference)) WHERE reference IS NOT NULL;
