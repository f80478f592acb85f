-- Why somebody ends their limit, and that they did. Who applies again later may end that one, too.
CREATE TABLE limit_cancellations (
  customer_no text NOT NULL,
  cancellation_no integer NOT NULL CHECK (cancellation_no > 0),
  reason text NOT NULL
    CHECK (reason IN ('noNeed', 'tooExpensive', 'limitTooLow', 'privacy', 'badService', 'other')),
  -- A borrower's own words may hold names.
  note_sealed bytea,
  told_at timestamptz NOT NULL,
  -- Chosen by the phone: asked twice, it is one cancellation. Null until then.
  request_no text,
  cancelled_on date,
  PRIMARY KEY (customer_no, cancellation_no),
  UNIQUE (customer_no, request_no),
  CHECK ((request_no IS NULL) = (cancelled_on IS NULL))
);
REVOKE DELETE, TRUNCATE ON limit_cancellations FROM qingzhou_app;
-- One is under way, on however many phones.
CREATE UNIQUE INDEX limit_cancellations_open ON limit_cancellations (customer_no)
  WHERE cancelled_on IS NULL;

-- With the limit ends what its holder let us debit.
ALTER TABLE debit_agreements DROP CONSTRAINT debit_agreements_state_check;
ALTER TABLE debit_agreements ADD CONSTRAINT debit_agreements_state_check
  CHECK (state IN ('codeSent', 'signed', 'declined', 'ended'));
ALTER TABLE debit_agreements ADD COLUMN ended_at timestamptz;
