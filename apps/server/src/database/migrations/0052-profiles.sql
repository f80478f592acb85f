-- What a borrower told of home and work, as it was saved and as far as it was typed. All of it is a
-- person's, so each form is sealed whole.
CREATE TABLE profiles (
  customer_no text PRIMARY KEY,
  basic_sealed bytea,
  basic_draft_sealed bytea,
  company_sealed bytea,
  company_draft_sealed bytea,
  saved_at timestamptz NOT NULL
);
