-- All that an act writes is one statement, and its commit travels with it. A part of it that finds
-- nothing to change must therefore end the transaction here, and say which part it was.
CREATE FUNCTION must_change(changed bigint, part text) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  IF changed = 0 THEN
    RAISE EXCEPTION 'nothing was there to change' USING ERRCODE = 'no_data_found', DETAIL = part;
  END IF;
  RETURN changed;
END
$$;

-- Most loans have no coupon, and need no entry that says so.
ALTER TABLE loans DROP CONSTRAINT loans_customer_no_coupon_no_key;
CREATE UNIQUE INDEX loans_one_a_coupon ON loans (customer_no, coupon_no)
  WHERE coupon_no IS NOT NULL;
