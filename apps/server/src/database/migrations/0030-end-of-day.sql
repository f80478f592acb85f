-- The end of day goes through open loans only, however many settled ones the years leave behind.
CREATE INDEX loans_open ON loans (customer_no, loan_no) WHERE NOT is_settled;

CREATE TABLE end_of_day_runs (
  business_date date PRIMARY KEY,
  started_at timestamptz NOT NULL,
  -- Set when every slice is done; only then may the next day begin.
  finished_at timestamptz
);
COMMENT ON TABLE end_of_day_runs IS 'reference: one row a business day of the whole system';

-- What one worker takes at a time: the loans of the customers from one number up to another. The
-- work and its mark are one transaction, so a slice is done or it is not.
CREATE TABLE end_of_day_slices (
  business_date date NOT NULL REFERENCES end_of_day_runs,
  slice_no integer NOT NULL,
  customer_from text NOT NULL,
  -- The first customer of the next slice; null in the last one.
  customer_until text,
  loans integer NOT NULL DEFAULT 0,
  entries integer NOT NULL DEFAULT 0,
  done_at timestamptz,
  PRIMARY KEY (business_date, slice_no)
);
COMMENT ON TABLE end_of_day_slices IS 'reference: the shares of a day''s work, for the workers';

-- Loans that could not be brought up to the day. Every later run tries them again.
CREATE TABLE end_of_day_failures (
  customer_no text NOT NULL,
  loan_no text NOT NULL,
  -- The day it was tried for last.
  business_date date NOT NULL,
  reason text NOT NULL,
  failed_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, loan_no)
);

-- Days up to a date that fall in leap years, counted from any one start: only differences matter.
CREATE FUNCTION leap_days_until(day date) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 366 * ((year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400)
         + CASE WHEN year % 4 = 0 AND (year % 100 <> 0 OR year % 400 = 0)
                THEN extract(doy FROM day)::integer ELSE 0 END
    FROM (SELECT extract(year FROM day)::integer AS year) AS of_day
$$;

-- Each day rewrites every open loan within one transaction: a page with room for as many rows again
-- keeps them where they are, and no index has to follow.
ALTER TABLE loans SET (fillfactor = 50);
ALTER TABLE loan_balances SET (fillfactor = 50);
