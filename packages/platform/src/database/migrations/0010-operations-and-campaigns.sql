-- What operators watch, and the campaigns of the lender.
--
-- Foreign keys: none. An exception may be about any kind of row, and coupons, invitations and links of a campaign
-- carry its number without a look-up per row.

-- Operations ----------------------------------------------------------------------------------------------

-- What an operator has to look into: late orders, orders whose task was lost, tasks that fail repeatedly or
-- were given up, broken rules of the books. Numbers and states only.
CREATE TABLE operational_exceptions (
  -- The customer it is about; empty for none.
  customer_no text NOT NULL,
  kind text NOT NULL
    CHECK (kind IN ('order-late', 'order-without-task', 'task-failing', 'task-dead', 'rule-broken',
                    'loan-differs')),
  -- The kind of order or task, or the rule.
  subject text NOT NULL,
  subject_no text NOT NULL,
  since timestamptz NOT NULL,
  found_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  resolved_at timestamptz,
  -- The figures of a loan that was recomputed from its acts, and those of the books it differs from.
  details text,
  PRIMARY KEY (customer_no, kind, subject, subject_no)
);
CREATE INDEX operational_exceptions_open ON operational_exceptions (kind, since)
  WHERE resolved_at IS NULL;
CREATE INDEX operational_exceptions_resolved ON operational_exceptions (resolved_at)
  WHERE resolved_at IS NOT NULL;

-- The servers and workers that run, each with the ids of the vault keys that it holds. A process reports every few
-- seconds and removes its row when it stops; an old row is of a process that was killed.
CREATE TABLE running_processes (
  process_id text PRIMARY KEY,
  host text NOT NULL,
  pid integer NOT NULL,
  version text NOT NULL,
  vault_key_ids text[] NOT NULL,
  -- Whether it takes tasks from the queue.
  takes_tasks boolean NOT NULL,
  seen_at timestamptz NOT NULL
);
COMMENT ON TABLE running_processes IS 'reference: the servers and workers that run';

-- When backups were completed, for the monitor.
CREATE TABLE completed_backups (
  completed_at timestamptz PRIMARY KEY
);
COMMENT ON TABLE completed_backups IS 'reference: when backups were completed';

-- Campaigns -----------------------------------------------------------------------------------------------

-- A campaign gives many customers or phones the same thing, under one number. Its terms stay, so that a
-- repeated command can be compared with the first one.
CREATE TABLE campaigns (
  campaign_no text PRIMARY KEY CHECK (campaign_no ~ '^[A-Za-z0-9-]{1,40}$'),
  kind text NOT NULL CHECK (kind IN ('coupons', 'invitations', 'sign-in-links')),
  terms text NOT NULL,
  created_by text NOT NULL CHECK (created_by ~ '^[A-Za-z0-9-]{1,40}$'),
  created_at timestamptz NOT NULL,
  people integer NOT NULL DEFAULT 0,
  ended_at timestamptz
);
COMMENT ON TABLE campaigns IS 'reference: the campaigns of the lender, with their terms';
REVOKE DELETE ON campaigns FROM qingzhou_app;

-- Where the app is downloaded from, by campaign page. The newest open campaign of a page counts.
CREATE TABLE download_campaigns (
  campaign_no text PRIMARY KEY CHECK (campaign_no ~ '^[A-Za-z0-9-]{1,40}$'),
  page text NOT NULL,
  title text CHECK (length(title) BETWEEN 1 AND 40),
  summary text CHECK (length(summary) BETWEEN 1 AND 100),
  ios_url text CHECK (length(ios_url) <= 500),
  android_url text CHECK (length(android_url) <= 500),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz,
  CHECK (ios_url IS NOT NULL OR android_url IS NOT NULL)
);
COMMENT ON TABLE download_campaigns IS 'reference: the download addresses of the campaign pages';
