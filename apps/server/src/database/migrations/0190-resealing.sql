-- Re-sealing replaces the sealed bytes of a file. Both digests count until the new bytes are in the store,
-- so that a stop at any moment leaves a file that can be read.
ALTER TABLE files
  ADD COLUMN next_digest bytea,
  -- The form and key of the sealed bytes, in hex; null where a previous release wrote them.
  ADD COLUMN sealed_as text;

-- Rows of these tables never change, except that the owner of the table may seal the same values anew.
CREATE FUNCTION refuse_change_except_resealing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - TG_ARGV[0] = to_jsonb(OLD) - TG_ARGV[0]
     AND (to_jsonb(NEW) ->> TG_ARGV[0] IS NULL) = (to_jsonb(OLD) ->> TG_ARGV[0] IS NULL)
     AND pg_has_role((SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;

DROP TRIGGER decisions_stay ON decisions;
CREATE TRIGGER decisions_stay BEFORE UPDATE ON decisions
  FOR EACH ROW EXECUTE FUNCTION refuse_change_except_resealing('inputs_sealed');
DROP TRIGGER refuse_change ON proof_events;
CREATE TRIGGER refuse_change BEFORE UPDATE ON proof_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change_except_resealing('reason_sealed');
