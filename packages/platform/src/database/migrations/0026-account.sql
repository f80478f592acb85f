-- What a borrower arranges in the account: messages read, the default card, and campaign messages declined.

-- When the borrower has seen the message in the app. Messages from before this column count as unread.
ALTER TABLE outbox ADD COLUMN read_at timestamptz;
ALTER TABLE outbox_mails ADD COLUMN read_at timestamptz;

-- When the borrower made this card the default; the latest one is. Null: never, and the newest card comes first.
ALTER TABLE cards ADD COLUMN preferred_at timestamptz;

-- A customer without a row accepts messages of campaigns.
CREATE TABLE message_settings (
  customer_no text PRIMARY KEY,
  accepts_campaigns boolean NOT NULL,
  changed_at timestamptz NOT NULL
);
