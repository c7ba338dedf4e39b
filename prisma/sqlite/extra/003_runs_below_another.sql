-- Few runs have a parent.
CREATE INDEX "Run_children" ON "Run" ("parentRunId", "startedAt", "id") WHERE "parentRunId" IS NOT NULL;
