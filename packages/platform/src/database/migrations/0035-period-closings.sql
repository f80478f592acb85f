-- Days up to which the lender's books are closed.
CREATE TABLE period_closings (
  until date PRIMARY KEY,
  -- The proposal that another member of staff approved.
  proposal_no text NOT NULL CHECK (proposal_no <> ''),
  closed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE period_closings IS 'reference: one row for each closed period of the whole system';
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON period_closings
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON period_closings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON period_closings FROM qingzhou_app;

-- Periods follow each other, and a day on which the lender still acts stays open.
CREATE FUNCTION check_period_closing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.until >= (SELECT business_date FROM business_date)
     OR EXISTS (SELECT FROM period_closings WHERE until >= NEW.until) THEN
    RAISE EXCEPTION 'the books of % cannot be closed', NEW.until USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER check_period_closing BEFORE INSERT ON period_closings
  FOR EACH ROW EXECUTE FUNCTION check_period_closing();

-- A closed day takes no entry: a correction is booked on the day on which it is made.
CREATE FUNCTION refuse_closed_day() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  closed_until date;
  closed date;
BEGIN
  SELECT max(until) INTO closed_until FROM public.period_closings;
  -- Citus plans no statement that has both this table and the inserted rows.
  SELECT min(business_date) INTO closed FROM inserted WHERE business_date <= closed_until;
  IF closed IS NOT NULL THEN
    RAISE EXCEPTION 'the books of % are closed', closed USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER refuse_closed_day AFTER INSERT ON ledger_postings
  REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_day();
CREATE TRIGGER refuse_closed_day AFTER INSERT ON ledger_accruals
  REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_day();
CREATE TRIGGER refuse_closed_day AFTER INSERT ON ledger_days
  REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_day();
