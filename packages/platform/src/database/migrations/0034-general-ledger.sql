-- The general ledger: what the ledgers of the loans moved on a day, by account, product and partners.
CREATE TABLE ledger_days (
  business_date date NOT NULL,
  account text NOT NULL CHECK (account IN (
    'principal', 'interest', 'penalty', 'fee', 'bank', 'clearing', 'conversion', 'interest-income',
    'penalty-income', 'fee-income', 'waived', 'coupon-cost', 'refunds-payable', 'value-added-tax')),
  -- Empty for money that belongs to no loan.
  product text NOT NULL,
  -- The partners that fund the loans together with the lender, joined by +; empty for none.
  partners text NOT NULL,
  debit_fen bigint NOT NULL CHECK (debit_fen >= 0),
  credit_fen bigint NOT NULL CHECK (credit_fen >= 0),
  PRIMARY KEY (business_date, account, product, partners)
);
COMMENT ON TABLE ledger_days IS 'reference: sums of the general ledger by day';
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON ledger_days
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON ledger_days
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON ledger_days FROM qingzhou_app;

-- Rows arrive in the order of their days, so these indexes take a few pages.
CREATE INDEX ledger_postings_business_date ON ledger_postings USING brin (business_date);
CREATE INDEX ledger_accruals_business_date ON ledger_accruals USING brin (business_date);

-- The rate of value-added tax is a dated row, as parts per million.
ALTER TABLE dated_rows
  DROP CONSTRAINT dated_rows_kind_check,
  ADD CONSTRAINT dated_rows_kind_check CHECK (kind IN (
    'prime-rate', 'cost-cap', 'due-days', 'calendar', 'provision-pass', 'provision-special-mention',
    'provision-substandard', 'provision-doubtful', 'provision-loss', 'default-stage-1', 'default-stage-2',
    'default-stage-3', 'loss-given-default', 'value-added-tax'));

-- It is of no proposal, like the rows of the first migration.
DROP TRIGGER check_dated_row ON dated_rows;
INSERT INTO dated_rows (kind, day, value) VALUES ('value-added-tax', '2000-01-01', 60000);
CREATE TRIGGER check_dated_row BEFORE INSERT ON dated_rows
  FOR EACH ROW EXECUTE FUNCTION check_dated_row();
