-- Who funds loans together with the lender, by day. A row is never changed: a later row of the same partner and day
-- supersedes it.
CREATE TABLE funding_partner_rows (
  row_no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partner_no text NOT NULL,
  day date NOT NULL,
  -- From this day on the partner funds on these terms, takes nothing new for a time, or has ended.
  state text NOT NULL CHECK (state IN ('open', 'paused', 'ended')),
  name text,
  licence_no text,
  -- The shares by product and smallest amount: 103001:20000.00:60%, separated by commas.
  shares text,
  -- The least share of such a loan that the lender itself funds.
  own_ppm_min integer CHECK (own_ppm_min BETWEEN 1 AND 999999),
  customer_max_fen bigint CHECK (customer_max_fen > 0),
  total_max_fen bigint CHECK (total_max_fen >= customer_max_fen),
  -- What becomes of a draw that no partner takes: the lender funds it alone, or refuses it.
  otherwise text CHECK (otherwise IN ('own', 'refuse')),
  -- The proposal that another member of staff approved; or the start data of the sandbox.
  proposal_no text NOT NULL CHECK (proposal_no <> ''),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (num_nulls(name, licence_no, shares, own_ppm_min, customer_max_fen, total_max_fen, otherwise)
         = CASE state WHEN 'open' THEN 0 ELSE 7 END)
);
COMMENT ON TABLE funding_partner_rows IS 'reference: who funds loans together with the lender, by day';
CREATE INDEX funding_partner_rows_day ON funding_partner_rows (partner_no, day, row_no);

-- A row of a day that has passed would change nothing that was agreed. The check of the day is the database's own, so
-- that no command can go around it.
CREATE FUNCTION check_funding_partner_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.day < (SELECT business_date FROM business_date) THEN
    RAISE EXCEPTION 'a row of a partner is of a day that has not passed' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER check_funding_partner_row BEFORE INSERT ON funding_partner_rows
  FOR EACH ROW EXECUTE FUNCTION check_funding_partner_row();
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON funding_partner_rows
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON funding_partner_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON funding_partner_rows FROM qingzhou_app;

-- The partners of a draw and of its loan, with the shares agreed when it was drawn. They never change: what a partner
-- owns of each entry of the ledger follows from them.
CREATE TABLE loan_partners (
  customer_no text NOT NULL,
  draw_no text NOT NULL,
  loan_no text NOT NULL,
  -- The order in which a fen that is left over goes to the parts with equal remainders.
  place smallint NOT NULL CHECK (place > 0),
  partner_no text NOT NULL,
  -- As the borrower signed it.
  name text NOT NULL,
  licence_no text NOT NULL,
  share_ppm integer NOT NULL CHECK (share_ppm BETWEEN 1 AND 999999),
  -- Its part of the amount drawn.
  amount_fen bigint NOT NULL CHECK (amount_fen >= 0),
  PRIMARY KEY (customer_no, loan_no, place),
  UNIQUE (customer_no, loan_no, partner_no)
);
-- What a partner has outstanding, and the loans of its settlement file.
CREATE INDEX loan_partners_partner ON loan_partners (partner_no, customer_no, loan_no);
REVOKE UPDATE, DELETE, TRUNCATE ON loan_partners FROM qingzhou_app;
