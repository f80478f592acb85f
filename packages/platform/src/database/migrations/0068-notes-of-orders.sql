-- What an order carries for us to its provider, sealed, as it was sent: an order that is sent again has to be the same.
ALTER TABLE wire_orders ADD COLUMN note text;
ALTER TABLE wire_orders ADD CONSTRAINT wire_orders_note CHECK (length(note) BETWEEN 1 AND 1024) NOT VALID;
ALTER TABLE wire_orders VALIDATE CONSTRAINT wire_orders_note;

-- What the provider says about an order that it moved and the books do not have.
ALTER TABLE transfer_differences ADD COLUMN wire_no text;
ALTER TABLE transfer_differences ADD COLUMN note text;
ALTER TABLE transfer_differences ADD COLUMN said text;
ALTER TABLE transfer_differences ADD CONSTRAINT transfer_differences_said
  CHECK (said IN ('processing', 'done', 'declined', 'unknown', 'fault')) NOT VALID;
ALTER TABLE transfer_differences VALIDATE CONSTRAINT transfer_differences_said;
