-- Where the goods of a mall order go: recipient, phone and address, sealed. Orders before it have none.
ALTER TABLE mall_orders ADD COLUMN delivery_sealed bytea;
