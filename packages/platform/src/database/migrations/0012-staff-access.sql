-- Auditors, who only read and only until a day, and sign-in through the lender's OpenID provider.
ALTER TABLE staff DROP CONSTRAINT staff_roles_check;
ALTER TABLE staff
  -- The last day of the access; empty for a member whose access has no end.
  ADD access_ends_on date,
  -- Keyed hash of issuer and subject: one person of the provider is one member.
  ADD oidc_subject_hash bytea CONSTRAINT staff_oidc_subject_key UNIQUE,
  ADD CONSTRAINT staff_roles_check CHECK (cardinality(roles) > 0
    AND roles <@ ARRAY['operator', 'reviewer', 'admin', 'auditor']),
  -- An auditor with another role would not be read-only.
  ADD CONSTRAINT staff_auditor_check CHECK ('auditor' <> ALL (roles)
    OR (roles = ARRAY['auditor'] AND access_ends_on IS NOT NULL));
