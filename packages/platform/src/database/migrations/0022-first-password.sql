-- A member added in the console signs in first with a password made of two halves, each shown to
-- another administrator, and replaces it.
ALTER TABLE staff
  ADD COLUMN first_password_until timestamptz,
  ADD COLUMN first_half_by text;
COMMENT ON COLUMN staff.first_password_until IS
  'The member has not chosen a password yet; until this moment one made for them works, once. NULL once they have chosen one';
COMMENT ON COLUMN staff.first_half_by IS
  'The administrator who was shown the first half of that password. NULL once both halves were shown';
