-- What each party of the loans that partners share has of a day that is over: one row a partner, and one of the
-- lender's own part, all written at once.
CREATE TABLE partner_settlements (
  business_date date NOT NULL,
  -- Empty for the lender's own part.
  partner_no text NOT NULL,
  entries integer NOT NULL CHECK (entries >= 0),
  -- What the lender owes the partner of the day; below zero, what the partner owes.
  settled_fen bigint NOT NULL,
  fee_debit_fen bigint NOT NULL,
  fee_credit_fen bigint NOT NULL,
  penalty_debit_fen bigint NOT NULL,
  penalty_credit_fen bigint NOT NULL,
  interest_debit_fen bigint NOT NULL,
  interest_credit_fen bigint NOT NULL,
  principal_debit_fen bigint NOT NULL,
  principal_credit_fen bigint NOT NULL,
  refunds_payable_debit_fen bigint NOT NULL,
  refunds_payable_credit_fen bigint NOT NULL,
  -- SHA-256 of the settlement file. The lender's own part has none.
  digest bytea,
  settled_at timestamptz NOT NULL,
  PRIMARY KEY (business_date, partner_no),
  CHECK ((digest IS NULL) = (partner_no = ''))
);
COMMENT ON TABLE partner_settlements IS 'reference: what partners and the lender have of each day';
REVOKE UPDATE, DELETE, TRUNCATE ON partner_settlements FROM qingzhou_app;

-- A day that is not over has entries to come. The check is the database's own.
CREATE FUNCTION check_partner_settlement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.business_date >= (SELECT business_date FROM public.business_date) THEN
    RAISE EXCEPTION 'the day % is not over', NEW.business_date USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER check_partner_settlement BEFORE INSERT ON partner_settlements
  FOR EACH ROW EXECUTE FUNCTION check_partner_settlement();
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON partner_settlements
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON partner_settlements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
