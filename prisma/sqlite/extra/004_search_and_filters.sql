-- Lists by actor, by trigger and by what people decided, each in the order of a page.
CREATE INDEX "Run_by_actor" ON "Run" ("teamId", "actorId", "startedAt" DESC, "id" DESC);
CREATE INDEX "Run_by_trigger" ON "Run" ("teamId", "trigger", "startedAt" DESC, "id" DESC);
CREATE INDEX "Run_decided" ON "Run" ("teamId", "lastDecision", "startedAt" DESC, "id" DESC) WHERE "lastDecision" IS NOT NULL;
CREATE INDEX "Run_asking" ON "Run" ("teamId", "startedAt" DESC, "id" DESC) WHERE "pendingInteractionCount" > 0;

-- The words of a run: title, code, error. The index keeps no copy of the texts, and `docId` names a run in it.
CREATE TABLE "RunText" ("docId" INTEGER PRIMARY KEY AUTOINCREMENT, "runId" TEXT NOT NULL UNIQUE REFERENCES "Run" ("id") ON DELETE CASCADE);
CREATE VIRTUAL TABLE "RunWords" USING fts5("title", "code", "error", content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0");

CREATE TRIGGER "RunText_new" AFTER INSERT ON "RunDetail" BEGIN
  INSERT INTO "RunText" ("runId") VALUES (new."runId");
  INSERT INTO "RunWords" (rowid, "title", "code", "error") SELECT last_insert_rowid(), "title", substr(new."code", 1, 100000), coalesce(substr(new."error" ->> '$.message', 1, 10000), '') FROM "Run" WHERE "id" = new."runId";
END;
CREATE TRIGGER "RunText_error" AFTER UPDATE OF "error" ON "RunDetail" WHEN new."error" IS NOT NULL BEGIN
  UPDATE "RunWords" SET "title" = (SELECT "title" FROM "Run" WHERE "id" = new."runId"), "code" = substr(new."code", 1, 100000), "error" = coalesce(substr(new."error" ->> '$.message', 1, 10000), '')
  WHERE rowid = (SELECT "docId" FROM "RunText" WHERE "runId" = new."runId");
END;
CREATE TRIGGER "RunText_gone" AFTER DELETE ON "RunText" BEGIN
  DELETE FROM "RunWords" WHERE rowid = old."docId";
END;

INSERT INTO "RunText" ("runId") SELECT "runId" FROM "RunDetail";
INSERT INTO "RunWords" (rowid, "title", "code", "error") SELECT t."docId", r."title", substr(d."code", 1, 100000), coalesce(substr(d."error" ->> '$.message', 1, 10000), '')
FROM "RunText" t JOIN "Run" r ON r."id" = t."runId" JOIN "RunDetail" d ON d."runId" = t."runId";
