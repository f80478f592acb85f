-- What one member of staff proposes and another one approves: an act that moves money, changes what a customer owes or
-- opens access. The approval performs it in the transaction that writes its state.
CREATE SEQUENCE proposal_numbers;

CREATE TABLE proposals (
  proposal_no text PRIMARY KEY,
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z-]{1,39}$'),
  -- The customer concerned. Empty where there is none, for example for a file of a bank.
  customer_no text NOT NULL,
  parameters_sealed bytea NOT NULL,
  -- Finds an open proposal of the same act.
  parameters_hash bytea NOT NULL,
  reason_sealed bytea NOT NULL,
  proposed_by text NOT NULL,
  proposed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'proposed'
    CHECK (state IN ('proposed', 'done', 'rejected', 'expired', 'failed')),
  decided_by text,
  decided_at timestamptz,
  -- Numbers and states only: `payment=123`, or the kind of the refusal.
  result text NOT NULL DEFAULT '' CHECK (result ~ '^[A-Za-z0-9 _:;,.=-]{0,200}$'),
  -- Why it was rejected.
  rejection_sealed bytea,
  CHECK ((state = 'rejected') = (rejection_sealed IS NOT NULL)),
  CHECK ((state = 'proposed') = (decided_at IS NULL)),
  CHECK ((state IN ('proposed', 'expired')) = (decided_by IS NULL)),
  -- Two people. Who proposed it may only withdraw it.
  CONSTRAINT proposals_two_people CHECK (state NOT IN ('done', 'failed') OR decided_by <> proposed_by)
);
COMMENT ON TABLE proposals IS 'reference: acts that one member of staff proposes and another approves';
CREATE UNIQUE INDEX proposals_open ON proposals (kind, parameters_hash) WHERE state = 'proposed';
CREATE INDEX proposals_newest ON proposals (state, proposed_at DESC, proposal_no);
CREATE INDEX proposals_customer ON proposals (customer_no, proposed_at DESC) WHERE customer_no <> '';

CREATE FUNCTION check_proposal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'proposed' THEN
      RAISE EXCEPTION 'a proposal begins undecided' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.proposal_no, NEW.kind, NEW.customer_no, NEW.parameters_hash, NEW.proposed_by, NEW.proposed_at, NEW.expires_at)
       IS DISTINCT FROM
     (OLD.proposal_no, OLD.kind, OLD.customer_no, OLD.parameters_hash, OLD.proposed_by, OLD.proposed_at, OLD.expires_at)
     OR (NEW.parameters_sealed, NEW.reason_sealed) IS DISTINCT FROM (OLD.parameters_sealed, OLD.reason_sealed)
        AND NOT owns_schema()
     OR OLD.state <> 'proposed' AND NEW.rejection_sealed IS DISTINCT FROM OLD.rejection_sealed
        AND NOT owns_schema()
     OR OLD.state <> 'proposed'
        AND (NEW.state, NEW.decided_by, NEW.decided_at, NEW.result)
            IS DISTINCT FROM (OLD.state, OLD.decided_by, OLD.decided_at, OLD.result) THEN
    RAISE EXCEPTION 'a proposal is decided once, and not changed' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER check_proposal BEFORE INSERT OR UPDATE ON proposals
  FOR EACH ROW EXECUTE FUNCTION check_proposal();
REVOKE DELETE ON proposals FROM qingzhou_app;
SELECT let_erase('proposals');
