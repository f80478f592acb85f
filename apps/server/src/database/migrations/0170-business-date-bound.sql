-- The business date follows the calendar of the database, so that a server with a wrong clock cannot move it.
-- Going beyond that calendar needs a permit: the test clock of a sandbox, or the command of an operator.
-- The role of the server cannot write permits. Rows are kept for ever and are the record of who did it and why.
CREATE TABLE business_date_permits (
  permit_no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The last day that the business date may reach.
  until date NOT NULL,
  reason text NOT NULL CHECK (reason <> ''),
  granted_by text NOT NULL DEFAULT session_user,
  granted_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE business_date_permits IS 'reference: who let the business date go beyond the calendar, and why';
REVOKE INSERT, UPDATE, DELETE ON business_date_permits FROM qingzhou_app;

CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON business_date_permits
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON business_date_permits
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION shanghai_date() RETURNS date LANGUAGE sql VOLATILE AS $$
  SELECT (clock_timestamp() AT TIME ZONE 'Asia/Shanghai')::date
$$;

-- The last day that the business date may reach now.
CREATE FUNCTION business_date_bound() RETURNS date LANGUAGE sql VOLATILE AS $$
  SELECT greatest(shanghai_date(), (SELECT max(until) FROM business_date_permits))
$$;

-- One day at a time, never back, never beyond the bound. The owner of the table may correct it by hand.
CREATE FUNCTION guard_business_date() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.business_date <> OLD.business_date + 1 THEN
    RAISE EXCEPTION 'the business date % advances by one day, not to %', OLD.business_date, NEW.business_date
      USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.business_date > business_date_bound() THEN
    RAISE EXCEPTION 'the business date % is beyond the calendar of the database (%)', NEW.business_date, business_date_bound()
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER guard_business_date BEFORE INSERT OR UPDATE ON business_date
  FOR EACH ROW EXECUTE FUNCTION guard_business_date();
REVOKE DELETE ON business_date FROM qingzhou_app;
