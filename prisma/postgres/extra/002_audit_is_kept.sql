-- Entries are only ever added.
CREATE FUNCTION "AuditEntry_refuse"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'audit entries are neither changed nor deleted'; END $$;
CREATE TRIGGER "AuditEntry_kept" BEFORE UPDATE OR DELETE ON "AuditEntry" FOR EACH ROW EXECUTE FUNCTION "AuditEntry_refuse"();
