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
  CONSTRAINT bank_routes_kind CHECK (kind IN ('payout', 'debit', 'refund')),
  CONSTRAINT bank_routes_moved CHECK (NOT route = ANY (declined_by)),
  CONSTRAINT bank_routes_debit CHECK (kind <> 'debit' OR declined_by = '{}')
);
COMMENT ON TABLE bank_routes IS 'look-up: number of an order at a bank -> the bank that has it';
REVOKE UPDATE, DELETE ON bank_routes FROM qingzhou_app;
GRANT UPDATE (route, ordered_at, sent_at, declined_by) ON bank_routes TO qingzhou_app;
