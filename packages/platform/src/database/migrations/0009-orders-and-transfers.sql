-- Orders at providers, transfers of money and their reconciliation. Amounts are in fen.
--
-- Foreign keys: none. The numbers of orders are look-ups that can be on another machine than the customer, and
-- transfers are written in one statement with their loan, and compared with day files by the thousand.

-- Orders at providers --------------------------------------------------------------------------------------

-- The number under which a provider knows an order, beside ours: letters and digits, 8 to 32, as the
-- protocols of banks and payment apps require.
CREATE TABLE wire_orders (
  wire_no text PRIMARY KEY,
  order_no text NOT NULL UNIQUE,
  -- Some providers are asked by number and time, so the time is the one that was sent.
  ordered_at timestamptz NOT NULL,
  -- What the provider named the order, if it has to be told again: a number, or the long address of a page.
  reference text,
  -- What the order carries for us to its provider, sealed, as it was sent: an order that is sent again has to be
  -- the same.
  note text,
  CONSTRAINT wire_orders_form CHECK (wire_no ~ '^[0-9A-Za-z]{8,32}$' OR wire_no = order_no),
  CONSTRAINT wire_orders_reference CHECK (length(reference) BETWEEN 1 AND 2048),
  CONSTRAINT wire_orders_note CHECK (length(note) BETWEEN 1 AND 1024)
);
COMMENT ON TABLE wire_orders IS 'look-up: number of an order at a provider -> our number';
-- Support finds a customer by the number of an order at a provider.
CREATE INDEX wire_orders_reference ON wire_orders (md5(reference)) WHERE reference IS NOT NULL;
-- A number is never changed and never given again.
REVOKE UPDATE, DELETE ON wire_orders FROM qingzhou_app;
GRANT UPDATE (reference) ON wire_orders TO qingzhou_app;

-- Which bank has an order, where the lender has several. Written before the order is sent there.
CREATE TABLE bank_routes (
  wire_no text PRIMARY KEY,
  kind text NOT NULL,
  route text NOT NULL,
  -- The time of the order at this bank: some banks are asked by number and time.
  ordered_at timestamptz NOT NULL,
  -- The last time that it may have been sent to this bank.
  sent_at timestamptz,
  -- The banks that have declined it for good, in order.
  declined_by text[] NOT NULL DEFAULT '{}',
  CONSTRAINT bank_routes_kind CHECK (kind IN ('disbursement', 'debit', 'refund')),
  CONSTRAINT bank_routes_declined CHECK (NOT route = ANY (declined_by)),
  CONSTRAINT bank_routes_debit CHECK (kind <> 'debit' OR declined_by = '{}')
);
COMMENT ON TABLE bank_routes IS 'look-up: number of an order at a bank -> the bank that has it';
REVOKE UPDATE, DELETE ON bank_routes FROM qingzhou_app;
GRANT UPDATE (route, ordered_at, sent_at, declined_by) ON bank_routes TO qingzhou_app;

-- Tokens that a provider gives out in limited numbers, for example of the lender's account at the messaging app.
-- All processes share them.
CREATE TABLE provider_tokens (
  name text PRIMARY KEY,
  token_sealed bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT provider_tokens_name CHECK (length(name) BETWEEN 1 AND 100)
);
COMMENT ON TABLE provider_tokens IS 'reference: tokens of the lender at providers';

-- Transfers ------------------------------------------------------------------------------------------------

-- Transfers that the bank has confirmed: each leaves payment clearing once.
CREATE TABLE bank_transfers (
  customer_no text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('disbursement', 'collection', 'refund', 'return', 'reversal')),
  -- The number of the loan, payment or refund that it carried out.
  transfer_no text NOT NULL,
  loan_no text NOT NULL,
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  confirmed_on date NOT NULL,
  PRIMARY KEY (customer_no, kind, transfer_no)
);
REVOKE UPDATE, DELETE ON bank_transfers FROM qingzhou_app;

-- Transfers that the providers reported as done, with their own date. Their day files are compared with it.
CREATE TABLE provider_transfers (
  customer_no text NOT NULL,
  order_no text NOT NULL,
  provider text NOT NULL CHECK (provider IN ('bank', 'wallet', 'messenger')),
  kind text NOT NULL CHECK (kind IN ('disbursement', 'debit', 'refund', 'return', 'reversal')),
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  transferred_on date NOT NULL,
  PRIMARY KEY (customer_no, order_no)
);
CREATE INDEX provider_transfers_of_day ON provider_transfers (transferred_on, provider);
REVOKE UPDATE, DELETE ON provider_transfers FROM qingzhou_app;

-- Differences between a provider's day file and our books. A difference stays listed after it is settled.
CREATE TABLE transfer_differences (
  provider text NOT NULL CHECK (provider IN ('bank', 'wallet', 'messenger')),
  transferred_on date NOT NULL,
  order_no text NOT NULL,
  finding text NOT NULL CHECK (finding IN ('missing-with-us', 'missing-with-them', 'other-amount')),
  kind text NOT NULL CHECK (kind IN ('disbursement', 'debit', 'refund', 'return', 'reversal')),
  booked_fen bigint,
  reported_fen bigint,
  found_at timestamptz NOT NULL,
  -- A later comparison no longer found it.
  settled_at timestamptz,
  -- What became of it, and who has said so.
  resolution text,
  resolution_note text,
  resolved_by text,
  resolved_at timestamptz,
  -- What the provider says about an order that it moved and the books do not have: its number and note there.
  wire_no text,
  note text,
  said text,
  -- When the order was placed, as the day file says: some providers are asked by number and time.
  ordered_at timestamptz,
  PRIMARY KEY (provider, transferred_on, order_no),
  CONSTRAINT transfer_differences_resolution_check CHECK (
    resolution IS NULL AND resolution_note IS NULL AND resolved_by IS NULL AND resolved_at IS NULL
    OR resolution IN ('explained', 'matched', 'refunded', 'written-off') AND resolution_note <> ''
       AND resolved_by IS NOT NULL AND resolved_at IS NOT NULL),
  CONSTRAINT transfer_differences_said CHECK (said IN ('processing', 'done', 'declined', 'unknown', 'fault'))
);
COMMENT ON TABLE transfer_differences IS 'reference: what day files and books do not agree on';
CREATE INDEX transfer_differences_open ON transfer_differences (transferred_on) WHERE settled_at IS NULL;
REVOKE DELETE ON transfer_differences FROM qingzhou_app;

-- The days that were compared, and when last.
CREATE TABLE reconciled_days (
  transferred_on date PRIMARY KEY,
  compared_at timestamptz NOT NULL,
  transfers integer NOT NULL
);
COMMENT ON TABLE reconciled_days IS 'reference: days held against the day files';

-- A transfer to the lender's own account that was booked for a loan, by the reference of the bank: booked once.
CREATE TABLE outside_payments (
  reference text PRIMARY KEY CHECK (reference ~ '^[0-9A-Za-z-]{4,64}$'),
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  payment_no text NOT NULL,
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  received_on date NOT NULL
);
COMMENT ON TABLE outside_payments IS 'reference: transfers to the account of the lender, by the number of the bank';
REVOKE UPDATE, DELETE ON outside_payments FROM qingzhou_app;
