-- A link may lead to other papers than agreements: it names the kind, and which one of it.
ALTER TABLE paper_links RENAME COLUMN agreement_no TO reference;
ALTER TABLE paper_links ADD COLUMN kind text NOT NULL DEFAULT 'agreement'
  CHECK (kind IN ('agreement', 'statement'));
ALTER TABLE paper_links ALTER COLUMN kind DROP DEFAULT;
