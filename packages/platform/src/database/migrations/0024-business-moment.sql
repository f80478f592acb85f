-- The moment of a business act as it is shown and printed. While a test clock holds the business date ahead of
-- the calendar, it is moved forward by the days between them at that moment; otherwise it is the moment itself.
-- Stored moments stay those of the real clock, because limits in time are counted with them.
CREATE FUNCTION business_moment(moment timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT moment + interval '24 hours' * greatest(0, coalesce(
    (SELECT business_date FROM end_of_day_runs WHERE started_at <= moment ORDER BY started_at DESC LIMIT 1)
      - (moment AT TIME ZONE 'Asia/Shanghai')::date, 0))
$$;
CREATE INDEX end_of_day_runs_started_at ON end_of_day_runs (started_at);
