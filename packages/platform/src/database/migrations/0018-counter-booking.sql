-- A transfer that was booked wrongly is taken back. Its reference can then be booked again, as the
-- transfer really was; a payment moved to another loan takes its reference along.
ALTER TABLE outside_payments ADD COLUMN taken_back_on date;
GRANT UPDATE (customer_no, loan_no, payment_no, amount_fen, received_on, taken_back_on)
   ON outside_payments TO qingzhou_app;
