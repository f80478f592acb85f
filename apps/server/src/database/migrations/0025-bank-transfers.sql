-- Transfers that the bank has confirmed: each leaves payment clearing, once.
CREATE TABLE bank_transfers (
  customer_no text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('payout', 'collection', 'refund')),
  -- The number of the loan, the payment or the refund that it carried out.
  transfer_no text NOT NULL,
  loan_no text NOT NULL,
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  confirmed_on date NOT NULL,
  PRIMARY KEY (customer_no, kind, transfer_no)
);
REVOKE UPDATE, DELETE ON bank_transfers FROM qingzhou_app;
