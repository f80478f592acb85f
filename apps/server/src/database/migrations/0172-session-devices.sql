-- What the two device vendors answered for a session: their keys, or that one of them did not answer. An
-- application is judged by this and not by keys that the phone sends, which could be another phone's.
CREATE TABLE session_devices (
  customer_no text NOT NULL,
  session_id text NOT NULL,
  devices_sealed bytea NOT NULL,
  told_at timestamptz NOT NULL,
  PRIMARY KEY (customer_no, session_id)
);
CREATE INDEX session_devices_told ON session_devices (told_at, customer_no);
