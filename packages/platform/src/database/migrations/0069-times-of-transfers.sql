-- When the order of a transfer was placed, as the day file says: some providers are asked by number and time.
ALTER TABLE transfer_differences ADD COLUMN ordered_at timestamptz;
