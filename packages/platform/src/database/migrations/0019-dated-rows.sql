-- What is recorded by day: the loan prime rate, the lender's own cost cap, whether due dates move, and the calendar
-- of public holidays. A row is never changed: a later row of the same kind and day supersedes it.
CREATE TABLE dated_rows (
  row_no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('prime-rate', 'cost-cap', 'due-days', 'calendar')),
  day date NOT NULL,
  -- Parts per million of a rate. A due date stays (0) or moves (1). A day is a holiday (0) or a working day (1).
  value integer NOT NULL,
  -- The proposal that another member of staff approved. Null for the rows of the first migration.
  proposal_no text,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (CASE WHEN kind IN ('prime-rate', 'cost-cap') THEN value BETWEEN 1 AND 360000 ELSE value IN (0, 1) END)
);
COMMENT ON TABLE dated_rows IS 'reference: rates, caps, settings and holidays by day';
CREATE INDEX dated_rows_day ON dated_rows (kind, day, row_no);

-- The one-year loan prime rate of each publication that changed it, and the cap of every law by then.
INSERT INTO dated_rows (kind, day, value) VALUES
  ('cost-cap', '2000-01-01', 240000),
  ('prime-rate', '2019-08-20', 42500),
  ('prime-rate', '2019-09-20', 42000),
  ('prime-rate', '2019-11-20', 41500),
  ('prime-rate', '2020-02-20', 40500),
  ('prime-rate', '2020-04-20', 38500),
  ('prime-rate', '2021-12-20', 38000),
  ('prime-rate', '2022-01-20', 37000),
  ('prime-rate', '2022-08-22', 36500),
  ('prime-rate', '2023-06-20', 35500),
  ('prime-rate', '2023-08-21', 34500),
  ('prime-rate', '2024-07-22', 33500),
  ('prime-rate', '2024-10-21', 31000),
  ('prime-rate', '2025-05-20', 30000);

-- A row of a day that has passed changes nothing that was agreed. Only a prime rate may be recorded late, after
-- the newest one. The check of the day is the database's own, so that no command can go around it.
CREATE FUNCTION check_dated_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  newest date;
BEGIN
  IF NEW.proposal_no IS NULL OR NEW.proposal_no = '' THEN
    RAISE EXCEPTION 'a dated row names its proposal' USING ERRCODE = 'check_violation';
  END IF;
  SELECT max(day) INTO newest FROM dated_rows WHERE kind = NEW.kind;
  IF NEW.day < (SELECT business_date FROM business_date)
     AND NOT (NEW.kind = 'prime-rate' AND (newest IS NULL OR NEW.day > newest)) THEN
    RAISE EXCEPTION 'a dated row is of a day that has not passed' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER check_dated_row BEFORE INSERT ON dated_rows
  FOR EACH ROW EXECUTE FUNCTION check_dated_row();
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON dated_rows
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON dated_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON dated_rows FROM qingzhou_app;

-- The closed days that moved due dates when a loan was agreed, separated by semicolons; null for none.
ALTER TYPE loan_terms ADD ATTRIBUTE closed_days text;
