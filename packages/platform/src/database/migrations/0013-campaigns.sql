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

-- The phone of an invited person who may not be a customer: sealed, and emptied when the message is sent.
ALTER TABLE invitations
  ADD COLUMN campaign_no text,
  ADD COLUMN phone_sealed bytea;
CREATE INDEX invitations_campaign ON invitations (campaign_no) WHERE campaign_no IS NOT NULL;

ALTER TABLE link_tokens ADD COLUMN campaign_no text;
CREATE INDEX link_tokens_campaign ON link_tokens (campaign_no) WHERE campaign_no IS NOT NULL;

-- The coupons of a campaign carry its number.
CREATE INDEX coupons_of_campaign ON coupons (coupon_no);
