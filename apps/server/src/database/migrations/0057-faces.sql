-- A face check for one purpose. It stays open over several attempts, and what passed is used once.
CREATE TABLE face_sessions (
  customer_no text NOT NULL,
  face_session_no text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('credit', 'loan', 'plan')),
  -- What it is for: a draw's number, a plan's number; empty for the credit application.
  business_no text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'passed', 'used')),
  opened_at timestamptz NOT NULL,
  passed_at timestamptz,
  PRIMARY KEY (customer_no, face_session_no)
);

-- Tapped twice, or opened on two phones, it is one session.
CREATE UNIQUE INDEX face_sessions_open ON face_sessions (customer_no, purpose, business_no)
  WHERE state = 'open';

-- One attempt: in our own page with a one-time token, or at the channel's own service. The frames are
-- judged and forgotten; only the judgement is kept.
CREATE TABLE face_attempts (
  customer_no text NOT NULL,
  attempt_no text NOT NULL,
  face_session_no text NOT NULL,
  place text NOT NULL CHECK (place IN ('page', 'channel')),
  token_hash bytea,
  actions text[] NOT NULL DEFAULT '{}',
  -- The card whose holder is looked for: a card saved meanwhile is not that one.
  front_file_no text,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'judging', 'passed', 'failed')),
  reason text,
  -- What the provider said, word and figure, also where we are stricter than it is.
  judgement text,
  distance_ppm integer,
  begun_at timestamptz NOT NULL,
  -- The day whose attempts it was counted with; null: it was never counted.
  counted_on date,
  ended_at timestamptz,
  PRIMARY KEY (customer_no, attempt_no)
);
CREATE INDEX face_attempts_session ON face_attempts (customer_no, face_session_no, begun_at);

CREATE TABLE face_orders (
  order_no text PRIMARY KEY,
  customer_no text NOT NULL,
  ordered_at timestamptz NOT NULL
);
COMMENT ON TABLE face_orders IS 'look-up: number of a face check at the channel -> customer';
