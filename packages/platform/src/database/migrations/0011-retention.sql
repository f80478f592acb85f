-- Identity and transaction data is retained for ten years after the last business. Version 1.0.0
-- enforced five. The product may keep data longer, never shorter.
CREATE OR REPLACE FUNCTION check_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT business_date INTO STRICT NEW.erased_on FROM public.business_date;
  NEW.last_business_on := public.last_business_of(NEW.customer_no, NEW.erased_at);
  IF NEW.last_business_on IS NULL
     OR NEW.last_business_on + interval '10 years' >= NEW.erased_on THEN
    RAISE EXCEPTION 'the data of a customer is retained for ten years after the last business'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
