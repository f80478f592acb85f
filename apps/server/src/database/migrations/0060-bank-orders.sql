-- Whose order a number is: the bank tells what became of an order by its number alone.
CREATE TABLE bank_orders (
  order_no text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('binding', 'payout')),
  customer_no text NOT NULL
);
COMMENT ON TABLE bank_orders IS 'look-up: number of an order at the bank -> customer';
REVOKE UPDATE, DELETE ON bank_orders FROM qingzhou_app;
