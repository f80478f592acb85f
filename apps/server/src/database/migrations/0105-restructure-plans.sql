-- A new plan for late loans, from being chosen to being signed. On any phone it goes on where it was left.
CREATE TABLE restructure_plans (
  customer_no text NOT NULL,
  plan_no text NOT NULL,
  loan_nos text[] NOT NULL CHECK (cardinality(loan_nos) > 0),
  months smallint NOT NULL,
  contacts_sealed bytea,
  -- The card that the instalments are debited from.
  card_id text,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'signed')),
  chosen_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  -- The phone's number of the signing, and what was asked under it.
  request_no text,
  fingerprint bytea,
  loan_no text,
  signed_at timestamptz,
  PRIMARY KEY (customer_no, plan_no),
  CHECK ((state = 'signed') = (loan_no IS NOT NULL))
);

-- Chosen on two phones at once, it is one plan.
CREATE UNIQUE INDEX restructure_plans_open ON restructure_plans (customer_no) WHERE state = 'open';
CREATE UNIQUE INDEX restructure_plans_request ON restructure_plans (customer_no, request_no)
  WHERE request_no IS NOT NULL;
REVOKE DELETE, TRUNCATE ON restructure_plans FROM qingzhou_app;
