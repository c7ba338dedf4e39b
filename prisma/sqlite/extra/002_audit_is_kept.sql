-- Entries are only ever added.
CREATE TRIGGER "AuditEntry_not_changed" BEFORE UPDATE ON "AuditEntry" BEGIN SELECT RAISE(ABORT, 'audit entries are not changed'); END;
CREATE TRIGGER "AuditEntry_not_deleted" BEFORE DELETE ON "AuditEntry" BEGIN SELECT RAISE(ABORT, 'audit entries are not deleted'); END;
