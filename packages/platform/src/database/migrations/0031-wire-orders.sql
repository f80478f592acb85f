-- The number under which a provider knows an order, beside ours: letters and digits, 8 to 32, as the
-- protocols of banks and payment apps require. An order from before this table was sent under our
-- own number, and is asked for under that number for ever.
CREATE TABLE wire_orders (
  wire_no text PRIMARY KEY,
  order_no text NOT NULL UNIQUE,
  -- Some providers are asked by number and time, so the time is the one that was sent.
  ordered_at timestamptz NOT NULL,
  -- What the provider named the order, if it has to be told again.
  reference text,
  CONSTRAINT wire_orders_form CHECK (wire_no ~ '^[0-9A-Za-z]{8,32}$' OR wire_no = order_no),
  CONSTRAINT wire_orders_reference CHECK (length(reference) BETWEEN 1 AND 256)
);
COMMENT ON TABLE wire_orders IS 'look-up: number of an order at a provider -> our number';

INSERT INTO wire_orders (wire_no, order_no, ordered_at)
SELECT order_no, order_no, ordered_at
  FROM (SELECT bank_orders.order_no,
               coalesce(repayments.ordered_at, card_bindings.asked_at, now()) AS ordered_at
          FROM bank_orders
          LEFT JOIN repayments USING (customer_no, order_no)
          LEFT JOIN card_bindings ON card_bindings.customer_no = bank_orders.customer_no
           AND card_bindings.binding_no = bank_orders.order_no
        UNION ALL
        SELECT order_no, ordered_at FROM face_orders
        UNION ALL
        SELECT debit_no, asked_at FROM debit_agreements) AS sent
ON CONFLICT DO NOTHING;

-- A number is never changed and never given again.
REVOKE UPDATE, DELETE ON wire_orders FROM qingzhou_app;
GRANT UPDATE (reference) ON wire_orders TO qingzhou_app;
