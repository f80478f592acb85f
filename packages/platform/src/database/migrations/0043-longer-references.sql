-- A face check on the page of a service is opened again at the same address, which is long.
ALTER TABLE wire_orders DROP CONSTRAINT wire_orders_reference;
ALTER TABLE wire_orders ADD CONSTRAINT wire_orders_reference
  CHECK (length(reference) BETWEEN 1 AND 2048) NOT VALID;
