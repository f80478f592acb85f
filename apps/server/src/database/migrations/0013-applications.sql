CREATE TABLE applications (
  customer_no text NOT NULL,
  apply_no text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('payment-app', 'browser')),
  step text NOT NULL,
  flow_branch text NOT NULL DEFAULT '0' CHECK (flow_branch ~ '^[0-9]$'),
  control_message text,
  opened_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, apply_no)
);

CREATE TABLE id_cards (
  customer_no text PRIMARY KEY,
  -- Null: valid for life.
  expires_on date,
  saved_at timestamptz NOT NULL
);
