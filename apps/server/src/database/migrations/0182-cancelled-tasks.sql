-- An operator decided that a message is not sent: it stays listed, and is no longer an exception.
ALTER TABLE tasks ADD COLUMN is_cancelled boolean NOT NULL DEFAULT false;
