-- A rate cut as it was booked: both rates, and the instalments it changed before and after, so that what
-- it saved can be shown for ever.
CREATE TABLE rate_cuts (
  customer_no text NOT NULL,
  cut_no text NOT NULL,
  loan_no text NOT NULL,
  old_rate_ppm integer NOT NULL,
  new_rate_ppm integer NOT NULL CHECK (new_rate_ppm < old_rate_ppm),
  -- Interest counts by the new rate from this day on; it was booked on the other.
  from_on date NOT NULL,
  cut_on date NOT NULL,
  -- The number of the first instalment it changed, and one element for each from there on.
  first_n integer NOT NULL,
  due_on date[] NOT NULL,
  principal_before_fen bigint[] NOT NULL,
  interest_before_fen bigint[] NOT NULL,
  principal_after_fen bigint[] NOT NULL,
  interest_after_fen bigint[] NOT NULL,
  saved_fen bigint NOT NULL,
  PRIMARY KEY (customer_no, cut_no)
);
REVOKE UPDATE, DELETE, TRUNCATE ON rate_cuts FROM qingzhou_app;
