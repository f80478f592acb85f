-- What became of a difference between a day file and the books, and who has said so.
ALTER TABLE transfer_differences ADD COLUMN resolution text;
ALTER TABLE transfer_differences ADD COLUMN resolution_note text;
ALTER TABLE transfer_differences ADD COLUMN resolved_by text;
ALTER TABLE transfer_differences ADD COLUMN resolved_at timestamptz;
ALTER TABLE transfer_differences ADD CONSTRAINT transfer_differences_resolution_check CHECK (
  resolution IS NULL AND resolution_note IS NULL AND resolved_by IS NULL AND resolved_at IS NULL
  OR resolution IN ('explained', 'matched', 'refunded', 'written-off') AND resolution_note <> ''
     AND resolved_by IS NOT NULL AND resolved_at IS NOT NULL) NOT VALID;
ALTER TABLE transfer_differences VALIDATE CONSTRAINT transfer_differences_resolution_check;

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

-- An amount that the lender gives back at its own cost. It is not what was overpaid.
ALTER TABLE refunds ADD COLUMN is_given_back boolean NOT NULL DEFAULT false;
