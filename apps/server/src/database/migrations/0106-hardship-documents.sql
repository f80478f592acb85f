-- What shows that a borrower cannot pay as agreed. The files and their review are with the proof.
CREATE TABLE hardship_documents (
  customer_no text NOT NULL,
  proof_no text NOT NULL,
  note_sealed bytea,
  opened_at timestamptz NOT NULL,
  -- The last day on which it lets a long plan be signed, once it is approved.
  counts_until date,
  PRIMARY KEY (customer_no, proof_no)
);
REVOKE DELETE, TRUNCATE ON hardship_documents FROM qingzhou_app;
