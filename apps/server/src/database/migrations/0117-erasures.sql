-- When somebody was here last: who only signed up and never came back is forgotten, too.
CREATE TABLE last_visits (
  customer_no text PRIMARY KEY,
  visited_on date NOT NULL
);

-- Nothing is erased before the end of this day; after it, it is looked whether business has gone on
-- meanwhile. Somebody new is looked at once, on the next day.
ALTER TABLE customers ADD COLUMN kept_until date NOT NULL DEFAULT current_date;
CREATE INDEX customers_kept_until ON customers (kept_until);
CREATE INDEX linked_accounts_customer ON linked_accounts (customer_no);
CREATE INDEX certificate_codes_customer ON certificate_codes (customer_no);

-- The day of the last business with somebody; null while something is still going on.
CREATE FUNCTION last_business_of(who text, at timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN EXISTS (SELECT FROM loans WHERE customer_no = who AND NOT is_settled)
      OR EXISTS (SELECT FROM draws WHERE customer_no = who AND state = 'held')
      OR EXISTS (SELECT FROM refunds WHERE customer_no = who AND state <> 'returned')
      OR EXISTS (SELECT FROM repayments WHERE customer_no = who AND state = 'processing')
      OR EXISTS (SELECT FROM applications WHERE customer_no = who AND step = 'underReview')
      OR EXISTS (SELECT FROM limits, business_date
                  WHERE customer_no = who AND state <> 'cancelled'
                    AND valid_until >= business_date.business_date)
      OR EXISTS (SELECT FROM sessions WHERE customer_no = who AND expires_at > at)
      OR EXISTS (SELECT FROM tasks WHERE customer_no = who)
    THEN NULL
    ELSE greatest(
      (SELECT (registered_at AT TIME ZONE 'Asia/Shanghai')::date
         FROM customers WHERE customer_no = who),
      (SELECT visited_on FROM last_visits WHERE customer_no = who),
      (SELECT max((greatest(opened_at, submitted_at, decided_at) AT TIME ZONE 'Asia/Shanghai')::date)
         FROM applications WHERE customer_no = who),
      (SELECT max((changed_at AT TIME ZONE 'Asia/Shanghai')::date)
         FROM proofs WHERE customer_no = who),
      (SELECT valid_until FROM limits WHERE customer_no = who AND state <> 'cancelled'),
      (SELECT max(business_date) FROM audit_log WHERE customer_no = who))
  END
$$;

-- Who was forgotten, and when. The number alone is left of them, as the books are kept under it.
CREATE TABLE erasures (
  customer_no text PRIMARY KEY,
  last_business_on date NOT NULL,
  -- The business date of it.
  erased_on date NOT NULL,
  erased_at timestamptz NOT NULL
);

-- The last word on the term, whatever a statement says: the law's five years. The product may keep
-- for longer, and never for less.
CREATE FUNCTION check_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT business_date, last_business_of(NEW.customer_no, NEW.erased_at)
    INTO STRICT NEW.erased_on, NEW.last_business_on FROM business_date;
  IF NEW.last_business_on IS NULL
     OR NEW.last_business_on + interval '5 years' >= NEW.erased_on THEN
    RAISE EXCEPTION 'what is known of a customer is kept for its term'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER check_erasure BEFORE INSERT ON erasures
  FOR EACH ROW EXECUTE FUNCTION check_erasure();
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON erasures
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON erasures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON erasures FROM qingzhou_app;

CREATE FUNCTION is_erased(who text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM erasures WHERE customer_no = who)
$$;

CREATE FUNCTION refuse_before_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_erased(OLD.customer_no) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'permission denied for table %: its rows are kept for their term', TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END
$$;

-- Of a table that nothing is removed from, what is about somebody forgotten may go, and nothing else.
-- For later migrations as well.
CREATE FUNCTION let_erase(kept regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('GRANT DELETE ON %s TO qingzhou_app', kept);
  EXECUTE format('CREATE TRIGGER kept_for_its_term BEFORE DELETE ON %s
                  FOR EACH ROW EXECUTE FUNCTION refuse_before_erasure()', kept);
END
$$;
REVOKE EXECUTE ON FUNCTION let_erase FROM PUBLIC;

SELECT let_erase('signed_agreements');
SELECT let_erase('outbox');
SELECT let_erase('outbox_mails');
SELECT let_erase('proofs');

DROP TRIGGER decisions_stay ON decisions;
CREATE TRIGGER decisions_stay BEFORE UPDATE ON decisions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
SELECT let_erase('decisions');

DROP TRIGGER refuse_change ON proof_events;
CREATE TRIGGER refuse_change BEFORE UPDATE ON proof_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
SELECT let_erase('proof_events');

-- Who put a file there is never rewritten, and what was handed in once stays as long as its customer
-- is known.
CREATE OR REPLACE FUNCTION check_proof_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.is_handed_in AND NOT is_erased(OLD.customer_no) THEN
      RAISE EXCEPTION 'what was handed in stays' USING ERRCODE = 'check_violation';
    END IF;
    RETURN OLD;
  END IF;
  IF (NEW.put_by, NEW.put_at, NEW.proof_no) IS DISTINCT FROM (OLD.put_by, OLD.put_at, OLD.proof_no)
     OR OLD.is_handed_in AND NOT NEW.is_handed_in
     OR NEW.round <> OLD.round AND EXISTS (
          SELECT FROM proofs
           WHERE customer_no = OLD.customer_no AND proof_no = OLD.proof_no
             AND state NOT IN ('toUpload', 'refused')) THEN
    RAISE EXCEPTION 'a file of a proof stays what it is' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
