-- The server works under a role of its own, which owns nothing: what it may not do, a stolen query
-- may not do either. Roles belong to the whole cluster, so another database may have made it already.
DO $$
BEGIN
  CREATE ROLE qingzhou_app NOLOGIN;
EXCEPTION WHEN duplicate_object THEN
  NULL;
END
$$;

DO $$
BEGIN
  EXECUTE format('GRANT qingzhou_app TO %I', current_user);
END
$$;

GRANT USAGE ON SCHEMA public TO qingzhou_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO qingzhou_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO qingzhou_app;
REVOKE INSERT, UPDATE, DELETE ON migrations FROM qingzhou_app;

-- Tables of later migrations are the server's to use, unless they say otherwise.
ALTER DEFAULT PRIVILEGES IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO qingzhou_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO qingzhou_app;

-- What has been written stays as it was written, also for whoever owns the table.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TABLE business_date (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  business_date date NOT NULL
);
COMMENT ON TABLE business_date IS 'reference: the one business date of the whole system';
