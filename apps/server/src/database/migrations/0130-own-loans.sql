-- The phone of a member of staff who may borrow here too, as a blind index like the borrowers' own.
ALTER TABLE staff ADD COLUMN phone_index bytea;

-- Whoever says yes or no may do so at that very moment, and is not the borrower: the phone that belongs
-- to the one does not belong to the other.
CREATE OR REPLACE FUNCTION check_reviewer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM staff
    WHERE staff_no = NEW.reviewed_by AND is_active AND roles && ARRAY['reviewer', 'admin'] FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'only a reviewer reviews' USING ERRCODE = 'check_violation';
  END IF;
  PERFORM FROM staff JOIN phones USING (phone_index)
    WHERE staff.staff_no = NEW.reviewed_by AND phones.customer_no = NEW.customer_no;
  IF FOUND THEN
    RAISE EXCEPTION 'nobody reviews a loan of their own'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'proofs_own_loan';
  END IF;
  RETURN NEW;
END
$$;
