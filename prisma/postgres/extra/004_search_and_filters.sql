-- Lists by actor, by trigger and by what people decided, each in the order of a page.
CREATE INDEX "Run_by_actor" ON "Run" ("teamId", "actorId", "startedAt" DESC, "id" DESC);
CREATE INDEX "Run_by_trigger" ON "Run" ("teamId", "trigger", "startedAt" DESC, "id" DESC);
CREATE INDEX "Run_decided" ON "Run" ("teamId", "lastDecision", "startedAt" DESC, "id" DESC) WHERE "lastDecision" IS NOT NULL;
CREATE INDEX "Run_asking" ON "Run" ("teamId", "startedAt" DESC, "id" DESC) WHERE "pendingInteractionCount" > 0;

-- The words of a run: title, code, error; cut as the other store does, at everything that is no letter or digit.
CREATE TABLE "RunWords" ("runId" TEXT PRIMARY KEY REFERENCES "Run" ("id") ON DELETE CASCADE, "words" tsvector NOT NULL);
CREATE FUNCTION "RunWords_of"(title TEXT, code TEXT, error TEXT) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$
  SELECT strip(to_tsvector('simple', regexp_replace(concat_ws(' ', title, left(code, 100000), left(error::jsonb ->> 'message', 10000)), '[^[:alnum:]]+', ' ', 'g')))
$$;
CREATE FUNCTION "RunWords_write"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "RunWords" ("runId", "words") SELECT "id", "RunWords_of"("title", NEW."code", NEW."error") FROM "Run" WHERE "id" = NEW."runId"
  ON CONFLICT ("runId") DO UPDATE SET "words" = excluded."words";
  RETURN NULL;
END $$;
CREATE TRIGGER "RunWords_new" AFTER INSERT ON "RunDetail" FOR EACH ROW EXECUTE FUNCTION "RunWords_write"();
CREATE TRIGGER "RunWords_error" AFTER UPDATE OF "error" ON "RunDetail" FOR EACH ROW WHEN (NEW."error" IS NOT NULL) EXECUTE FUNCTION "RunWords_write"();
INSERT INTO "RunWords" ("runId", "words") SELECT d."runId", "RunWords_of"(r."title", d."code", d."error") FROM "RunDetail" d JOIN "Run" r ON r."id" = d."runId";
CREATE INDEX IF NOT EXISTS "RunWords_words" ON "RunWords" USING gin ("words");
