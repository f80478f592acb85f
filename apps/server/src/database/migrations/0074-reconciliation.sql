-- What a provider's day file and our own books do not agree on. It stays listed after it was settled.
CREATE TABLE transfer_differences (
  provider text NOT NULL CHECK (provider IN ('bank', 'wallet', 'messenger')),
  moved_on date NOT NULL,
  order_no text NOT NULL,
  finding text NOT NULL CHECK (finding IN ('missing-with-us', 'missing-with-them', 'other-amount')),
  kind text NOT NULL CHECK (kind IN ('payout', 'debit', 'refund')),
  ours_fen bigint,
  theirs_fen bigint,
  found_at timestamptz NOT NULL,
  -- A later comparison no longer found it.
  settled_at timestamptz,
  PRIMARY KEY (provider, moved_on, order_no)
);
COMMENT ON TABLE transfer_differences IS 'reference: what day files and books do not agree on';
REVOKE DELETE ON transfer_differences FROM qingzhou_app;
CREATE INDEX transfer_differences_open ON transfer_differences (moved_on) WHERE settled_at IS NULL;

-- Which days were compared, and when last.
CREATE TABLE reconciled_days (
  moved_on date PRIMARY KEY,
  compared_at timestamptz NOT NULL,
  transfers integer NOT NULL
);
COMMENT ON TABLE reconciled_days IS 'reference: days held against the day files';
