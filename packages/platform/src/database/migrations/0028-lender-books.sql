-- The lender's own books: how each loan is classed, and what is provided for. What a borrower owes does not depend
-- on them.

-- The days on which a loan was restructured. The new loan of a converted bill has those of its old loan.
CREATE TABLE restructurings (
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  restructured_on date NOT NULL,
  PRIMARY KEY (customer_no, loan_no, restructured_on)
);
REVOKE UPDATE, DELETE, TRUNCATE ON restructurings FROM qingzhou_app;

-- Loans restructured before this migration, and the loans of their bills converted since.
INSERT INTO restructurings (customer_no, loan_no, restructured_on)
SELECT customer_no, loan_no, start_on FROM loans WHERE origin = 'consolidation-plan'
 UNION
SELECT customer_no, request::jsonb ->> 'loanNo', business_date FROM audit_log WHERE act = 'relief';
INSERT INTO restructurings (customer_no, loan_no, restructured_on)
SELECT converted.customer_no, converted.loan_no, old.restructured_on
  FROM bill_conversions AS converted
  JOIN restructurings AS old
    ON old.customer_no = converted.customer_no AND old.loan_no = converted.bill_loan_no
 WHERE old.restructured_on <= converted.signed_on;

-- Each change of a loan's state in the books. A loan without a row is pass, in stage 1 and accruing.
CREATE TABLE loan_book_states (
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  from_day date NOT NULL,
  class text NOT NULL CHECK (class IN ('pass', 'special-mention', 'substandard', 'doubtful', 'loss')),
  stage smallint NOT NULL CHECK (stage BETWEEN 1 AND 3),
  is_accruing boolean NOT NULL,
  days_late integer NOT NULL CHECK (days_late >= 0),
  -- The day since which nothing is late. Null while something is.
  current_since date CHECK ((current_since IS NULL) = (days_late > 0)),
  -- The day on which time alone improves the class.
  review_on date,
  PRIMARY KEY (customer_no, loan_no, from_day),
  CHECK (is_accruing = (class IN ('pass', 'special-mention')) AND is_accruing = (stage < 3))
);
REVOKE UPDATE, DELETE, TRUNCATE ON loan_book_states FROM qingzhou_app;

-- What the open loans of a slice of the end of day owe, by class and stage, after the accruals of the day.
CREATE TABLE book_sums (
  business_date date NOT NULL,
  slice_no integer NOT NULL,
  class text NOT NULL,
  stage smallint NOT NULL,
  loans integer NOT NULL CHECK (loans > 0),
  principal_fen bigint NOT NULL,
  -- Interest, penalty and fees that are income, and those kept in memorandum.
  receivable_fen bigint NOT NULL,
  memorandum_fen bigint NOT NULL,
  provision_fen bigint NOT NULL CHECK (provision_fen >= 0),
  PRIMARY KEY (business_date, slice_no, class, stage)
);
COMMENT ON TABLE book_sums IS 'reference: sums of the lender''s books by day';
REVOKE UPDATE, DELETE, TRUNCATE ON book_sums FROM qingzhou_app;

-- Rates of provisions are dated rows, as parts per million.
ALTER TABLE dated_rows
  DROP CONSTRAINT dated_rows_kind_check,
  DROP CONSTRAINT dated_rows_check,
  ADD CONSTRAINT dated_rows_kind_check CHECK (kind IN (
    'prime-rate', 'cost-cap', 'due-days', 'calendar', 'provision-pass', 'provision-special-mention',
    'provision-substandard', 'provision-doubtful', 'provision-loss', 'default-stage-1', 'default-stage-2',
    'default-stage-3', 'loss-given-default')),
  ADD CONSTRAINT dated_rows_check CHECK (CASE
    WHEN kind IN ('prime-rate', 'cost-cap') THEN value BETWEEN 1 AND 360000
    WHEN kind IN ('due-days', 'calendar') THEN value IN (0, 1)
    ELSE value BETWEEN 0 AND 1000000 END);

-- First rates. Those of the classes follow the guidance on loan loss provisions of 2002; those of expected loss are
-- examples, which the lender replaces by its own. They are of no proposal, like the rows of the first migration.
DROP TRIGGER check_dated_row ON dated_rows;
INSERT INTO dated_rows (kind, day, value) VALUES
  ('provision-pass', '2000-01-01', 10000),
  ('provision-special-mention', '2000-01-01', 20000),
  ('provision-substandard', '2000-01-01', 250000),
  ('provision-doubtful', '2000-01-01', 500000),
  ('provision-loss', '2000-01-01', 1000000),
  ('default-stage-1', '2000-01-01', 20000),
  ('default-stage-2', '2000-01-01', 200000),
  ('default-stage-3', '2000-01-01', 1000000),
  ('loss-given-default', '2000-01-01', 600000);
CREATE TRIGGER check_dated_row BEFORE INSERT ON dated_rows
  FOR EACH ROW EXECUTE FUNCTION check_dated_row();
