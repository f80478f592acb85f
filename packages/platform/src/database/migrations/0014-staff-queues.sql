-- Queues of work that members of staff share: exceptions and reviews. An item is found in the table that it is about;
-- here is only who works on it and what was done.
CREATE TABLE staff_queue_claims (
  queue text NOT NULL CHECK (queue IN ('exceptions', 'reviews')),
  item_no text NOT NULL CHECK (item_no ~ '^[A-Za-z0-9-]{1,64}$'),
  claimed_by text NOT NULL,
  claimed_at timestamptz NOT NULL,
  PRIMARY KEY (queue, item_no)
);
COMMENT ON TABLE staff_queue_claims IS 'reference: who works on which item of a queue';

CREATE TABLE staff_queue_events (
  event_no text PRIMARY KEY,
  queue text NOT NULL CHECK (queue IN ('exceptions', 'reviews')),
  item_no text NOT NULL CHECK (item_no ~ '^[A-Za-z0-9-]{1,64}$'),
  -- Empty if the item concerns no customer.
  customer_no text NOT NULL,
  done_at timestamptz NOT NULL,
  done_by text NOT NULL,
  act text NOT NULL CHECK (act ~ '^[a-z][a-z-]{1,39}$'),
  -- The proposal that was made, if the act needs a second person.
  proposal_no text,
  note_sealed bytea
);
COMMENT ON TABLE staff_queue_events IS 'reference: what was done with the items of the queues';
CREATE INDEX staff_queue_events_item ON staff_queue_events (queue, item_no, event_no);
CREATE INDEX staff_queue_events_customer ON staff_queue_events (customer_no) WHERE customer_no <> '';
REVOKE UPDATE, DELETE, TRUNCATE ON staff_queue_events FROM qingzhou_app;
SELECT allow_erasure('staff_queue_events');

-- An exception that two members of staff have accepted, with what was found then. It is open again once something else
-- is found.
ALTER TABLE operational_exceptions
  ADD accepted_at timestamptz,
  ADD accepted_by text,
  ADD accepted_details text,
  ADD CONSTRAINT operational_exceptions_accepted_check
    CHECK ((accepted_at IS NULL) = (accepted_by IS NULL));
