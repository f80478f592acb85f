-- Where a second factor is optional, an administrator may still require it of a member of staff.
ALTER TABLE staff ADD COLUMN second_factor_required boolean NOT NULL DEFAULT false;
