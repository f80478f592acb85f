-- What was bought in the mall with a draw, from the application on. How far the draw itself has come is in
-- loan_applications, under loan_seq_no.
CREATE TABLE mall_orders (
  customer_no text NOT NULL,
  -- Our number at the mall: sent twice, it is one order.
  order_no text NOT NULL,
  loan_seq_no text NOT NULL,
  -- Chosen by the phone: asked twice, it is one order.
  request_no text NOT NULL,
  offer_no text NOT NULL,
  name text NOT NULL,
  picture text NOT NULL,
  price_fen bigint NOT NULL CHECK (price_fen > 0),
  months integer NOT NULL,
  first_amount_fen bigint NOT NULL,
  state text NOT NULL
    CHECK (state IN ('begun', 'ordered', 'sent', 'delivered', 'returning', 'returned')),
  is_asked_back boolean NOT NULL DEFAULT false,
  delivered_on date,
  reason text,
  begun_at timestamptz NOT NULL,
  -- From then on the mall may know of it, so it is asked before anything is sent again.
  told_at timestamptz,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, order_no),
  UNIQUE (customer_no, loan_seq_no),
  UNIQUE (customer_no, request_no)
);
REVOKE DELETE ON mall_orders FROM qingzhou_app;
CREATE INDEX mall_orders_newest ON mall_orders (customer_no, begun_at DESC);

-- Whose order a number is: the mall tells what became of an order by its number alone.
CREATE TABLE mall_order_owners (
  order_no text PRIMARY KEY,
  customer_no text NOT NULL
);
COMMENT ON TABLE mall_order_owners IS 'look-up: number of an order at the mall -> customer';
REVOKE UPDATE, DELETE ON mall_order_owners FROM qingzhou_app;
