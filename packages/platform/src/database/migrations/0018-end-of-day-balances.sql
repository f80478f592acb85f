-- The balances of a slice: the rows without a balance are searched for only if the update has missed one.
CREATE OR REPLACE FUNCTION keep_balances_of_days() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  first_customer text;
  last_customer text;
  days bigint;
  updated bigint;
BEGIN
  SELECT min(customer_no), max(customer_no), count(*) INTO first_customer, last_customer, days FROM inserted;
  UPDATE public.loan_balances AS kept
     SET fee_fen = kept.fee_fen + booked.fee_fen,
         penalty_fen = kept.penalty_fen + booked.penalty_fen,
         interest_fen = kept.interest_fen + booked.interest_fen,
         accrued_until = booked.business_date
    FROM inserted AS booked
   WHERE kept.customer_no = booked.customer_no AND kept.loan_no = booked.loan_no
     AND kept.customer_no BETWEEN first_customer AND last_customer;
  GET DIAGNOSTICS updated = ROW_COUNT;
  IF updated = days THEN
    RETURN NULL;
  END IF;
  INSERT INTO public.loan_balances
         (customer_no, loan_no, fee_fen, penalty_fen, interest_fen, principal_fen, accrued_until)
  SELECT customer_no, loan_no, fee_fen, penalty_fen, interest_fen, 0, business_date
    FROM inserted AS booked
   WHERE NOT EXISTS (SELECT FROM public.loan_balances AS kept
                      WHERE kept.customer_no = booked.customer_no AND kept.loan_no = booked.loan_no);
  RETURN NULL;
END
$$;
