-- On a cluster, sessions and tasks are on the coordinator only, and no statement may name them beside the tables of
-- customers. A trigger on a shard sees what is on its node; the use case asks the coordinator in the same transaction.
CREATE FUNCTION has_open_session_or_task(who text, at timestamptz) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF to_regclass('public.sessions') IS NULL OR to_regclass('public.tasks') IS NULL THEN
    RETURN false;
  END IF;
  RETURN EXISTS (SELECT FROM public.sessions WHERE customer_no = who AND expires_at > at)
      OR EXISTS (SELECT FROM public.tasks WHERE customer_no = who AND dead_at IS NULL);
END
$$;

CREATE OR REPLACE FUNCTION last_business_of(who text, at timestamptz) RETURNS date LANGUAGE plpgsql STABLE AS $$
DECLARE
  is_open boolean;
  last_day date;
BEGIN
  IF public.has_open_session_or_task(who, at) THEN
    RETURN NULL;
  END IF;
  SELECT EXISTS (SELECT FROM public.loans WHERE customer_no = who AND NOT is_settled)
      OR EXISTS (SELECT FROM public.draws WHERE customer_no = who AND state = 'held')
      OR EXISTS (SELECT FROM public.refunds WHERE customer_no = who AND state <> 'returned')
      OR EXISTS (SELECT FROM public.repayments WHERE customer_no = who AND state = 'processing')
      OR EXISTS (SELECT FROM public.applications WHERE customer_no = who AND step = 'underReview')
      OR EXISTS (SELECT FROM public.limits, public.business_date
                  WHERE customer_no = who AND state <> 'cancelled'
                    AND valid_until >= business_date.business_date)
    INTO is_open;
  IF is_open THEN
    RETURN NULL;
  END IF;
  SELECT greatest(
      (SELECT (registered_at AT TIME ZONE 'Asia/Shanghai')::date
         FROM public.customers WHERE customer_no = who),
      (SELECT visited_on FROM public.last_visits WHERE customer_no = who),
      (SELECT max((greatest(opened_at, submitted_at, decided_at) AT TIME ZONE 'Asia/Shanghai')::date)
         FROM public.applications WHERE customer_no = who),
      (SELECT max((changed_at AT TIME ZONE 'Asia/Shanghai')::date)
         FROM public.proofs WHERE customer_no = who),
      (SELECT valid_until FROM public.limits WHERE customer_no = who AND state <> 'cancelled'),
      (SELECT max(business_date) FROM public.audit_log WHERE customer_no = who))
    INTO last_day;
  RETURN last_day;
END
$$;

CREATE OR REPLACE FUNCTION check_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT business_date INTO STRICT NEW.erased_on FROM public.business_date;
  NEW.last_business_on := public.last_business_of(NEW.customer_no, NEW.erased_at);
  IF NEW.last_business_on IS NULL
     OR NEW.last_business_on + interval '5 years' >= NEW.erased_on THEN
    RAISE EXCEPTION 'what is known of a customer is kept for its term'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;

-- A function in SQL cannot tell Citus the customer it asks for.
CREATE OR REPLACE FUNCTION is_erased(who text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM public.erasures WHERE customer_no = who);
END
$$;
