-- Whoever says yes or no may do so at that very moment: a role that is taken away while a review is on
-- its way is not there any more, and one that is there stays until the review is kept.
CREATE FUNCTION check_reviewer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM staff
    WHERE staff_no = NEW.reviewed_by AND is_active AND roles && ARRAY['reviewer', 'admin'] FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'only a reviewer reviews' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER check_reviewer BEFORE UPDATE ON proofs FOR EACH ROW
  WHEN (NEW.state IN ('approved', 'refused') AND NEW.state <> OLD.state)
  EXECUTE FUNCTION check_reviewer();
