-- A link may lead to a proof that was issued.
ALTER TABLE paper_links DROP CONSTRAINT paper_links_kind_check;
ALTER TABLE paper_links ADD CONSTRAINT paper_links_kind_check
  CHECK (kind IN ('agreement', 'statement', 'certificate'));
