-- Confirms the check of 0043 for the rows that were there before, while the table stays writable.
ALTER TABLE wire_orders VALIDATE CONSTRAINT wire_orders_reference;
