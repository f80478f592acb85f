-- Which product a loan is of, and which card its money goes to: the card's name, not its number.
ALTER TABLE loans
  ADD COLUMN product text NOT NULL DEFAULT '103001'
    CHECK (product IN ('103001', '101001', '900001')),
  ADD COLUMN card_id text;

-- A draw whose money is not out yet. What it takes up of the limit is in limits.used_fen, its coupon is
-- held under the number that its loan will have, and its rate is the one it was agreed at.
CREATE TABLE draws (
  customer_no text NOT NULL,
  -- The number of the request that held it.
  draw_no text NOT NULL,
  loan_no text NOT NULL,
  state text NOT NULL CHECK (state IN ('held', 'booked', 'released')),
  product text NOT NULL CHECK (product IN ('103001', '101001', '900001')),
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  months integer NOT NULL CHECK (months > 0),
  method text NOT NULL,
  purpose text NOT NULL,
  coupon_no text,
  card_id text,
  annual_rate_ppm integer NOT NULL CHECK (annual_rate_ppm >= 0),
  lender text NOT NULL,
  held_on date NOT NULL,
  held_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, draw_no)
);
REVOKE DELETE ON draws FROM qingzhou_app;
