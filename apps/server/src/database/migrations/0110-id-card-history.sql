-- Cards that were replaced after their holder became a customer. Who somebody was when a paper was signed
-- stays known as long as the law asks, to auditors: sealed, with its photos.
CREATE TABLE id_card_history (
  customer_no text NOT NULL,
  history_no text NOT NULL,
  card_sealed bytea NOT NULL,
  front_file_no text NOT NULL,
  back_file_no text NOT NULL,
  saved_at timestamptz NOT NULL,
  -- When the card after it was saved.
  replaced_at timestamptz NOT NULL,
  replaced_on date NOT NULL,
  -- What its holder came for, and why; a card that had run out was simply renewed.
  what text NOT NULL CHECK (what IN ('name', 'idCard', 'issuer', 'renewal')),
  reason text,
  -- What has changed is counted: each may, a few times a year.
  has_new_name boolean NOT NULL,
  has_new_issuer boolean NOT NULL,
  PRIMARY KEY (customer_no, history_no)
);
CREATE INDEX id_card_history_replaced_on ON id_card_history (customer_no, replaced_on);
