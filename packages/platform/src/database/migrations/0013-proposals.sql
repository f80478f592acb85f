-- A proposal has the amount at stake, the state that it was made on, and the result of its dry run. A
-- proposal whose base has moved is renewed by its proposer. Comments and evidence belong to it.
ALTER TABLE proposals
  ADD COLUMN amount_fen bigint NOT NULL DEFAULT 0 CHECK (amount_fen >= 0),
  -- The versions of what the act depends on: `books=7 blocks=1f00`. Empty if it depends on nothing.
  ADD COLUMN base text NOT NULL DEFAULT '' CHECK (base ~ '^[a-z0-9 =]{0,120}$'),
  -- What would change and what would be booked, as of the base.
  ADD COLUMN effect_sealed bytea,
  ADD COLUMN renewals integer NOT NULL DEFAULT 0 CHECK (renewals >= 0),
  ADD COLUMN renewed_at timestamptz,
  -- A reviewer asked the proposer to renew it.
  ADD COLUMN sent_back_at timestamptz,
  ADD CHECK ((renewals = 0) = (renewed_at IS NULL));

CREATE OR REPLACE FUNCTION check_proposal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'proposed' THEN
      RAISE EXCEPTION 'a proposal begins undecided' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.proposal_no, NEW.kind, NEW.customer_no, NEW.parameters_hash, NEW.proposed_by, NEW.proposed_at)
       IS DISTINCT FROM
     (OLD.proposal_no, OLD.kind, OLD.customer_no, OLD.parameters_hash, OLD.proposed_by, OLD.proposed_at)
     OR (NEW.parameters_sealed, NEW.reason_sealed) IS DISTINCT FROM (OLD.parameters_sealed, OLD.reason_sealed)
        AND NOT owns_schema()
     -- What a renewal replaces, while it is undecided.
     OR (NEW.expires_at, NEW.amount_fen, NEW.base, NEW.renewals, NEW.renewed_at)
          IS DISTINCT FROM (OLD.expires_at, OLD.amount_fen, OLD.base, OLD.renewals, OLD.renewed_at)
        AND (OLD.state, NEW.state, NEW.renewals) IS DISTINCT FROM ('proposed', 'proposed', OLD.renewals + 1)
     OR NEW.effect_sealed IS DISTINCT FROM OLD.effect_sealed AND NEW.renewals = OLD.renewals
        AND NOT owns_schema()
     OR OLD.state <> 'proposed' AND NEW.rejection_sealed IS DISTINCT FROM OLD.rejection_sealed
        AND NOT owns_schema()
     OR OLD.state <> 'proposed'
        AND (NEW.state, NEW.decided_by, NEW.decided_at, NEW.result, NEW.sent_back_at)
            IS DISTINCT FROM (OLD.state, OLD.decided_by, OLD.decided_at, OLD.result, OLD.sent_back_at) THEN
    RAISE EXCEPTION 'a proposal is decided once, and not changed' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;

-- What was said about a proposal, and the files that support it. Never changed.
CREATE TABLE proposal_notes (
  proposal_no text NOT NULL,
  note_no text NOT NULL,
  -- The customer of the proposal, by whom it is erased. Empty where there is none.
  customer_no text NOT NULL,
  act text NOT NULL CHECK (act IN ('comment', 'evidence', 'send-back', 'renew')),
  -- The comment, or the name of the file.
  text_sealed bytea,
  file_no text,
  file_kind text CHECK (file_kind IN ('picture', 'pdf')),
  file_bytes integer,
  written_by text NOT NULL REFERENCES staff,
  written_at timestamptz NOT NULL,
  PRIMARY KEY (proposal_no, note_no),
  CHECK ((act = 'evidence') = (file_no IS NOT NULL)),
  CHECK ((file_no IS NULL) = (file_kind IS NULL) AND (file_no IS NULL) = (file_bytes IS NULL))
);
COMMENT ON TABLE proposal_notes IS 'reference: comments and evidence of proposals';
CREATE INDEX proposal_notes_customer ON proposal_notes (customer_no) WHERE customer_no <> '';
REVOKE UPDATE, DELETE, TRUNCATE ON proposal_notes FROM qingzhou_app;
SELECT allow_erasure('proposal_notes');
