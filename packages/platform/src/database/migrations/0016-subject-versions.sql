-- A proposal depends on the loan or the limit that it acts on, not on all books of the customer.
ALTER TABLE limits ADD COLUMN version integer NOT NULL DEFAULT 0;
ALTER TABLE loans ADD COLUMN version integer NOT NULL DEFAULT 0;

-- `loan=7,9 blocks=1f00`: several loans in the order of their numbers.
ALTER TABLE proposals
  DROP CONSTRAINT proposals_base_check,
  ADD CONSTRAINT proposals_base_check CHECK (base ~ '^[a-z0-9 =,]{0,120}$');
