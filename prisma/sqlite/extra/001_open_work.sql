-- What a starting process looks after, what the inbox shows, and what the sweeper of deadlines looks for: each is a
-- handful among all rows.
CREATE INDEX "Run_unfinished" ON "Run" ("startedAt", "id") WHERE "finishedAt" IS NULL;
CREATE INDEX "Interaction_pending" ON "Interaction" ("teamId", "createdAt" DESC, "id" DESC) WHERE "status" = 'pending';
CREATE INDEX "Interaction_pending_of_run" ON "Interaction" ("runId", "createdAt", "id") WHERE "status" = 'pending';
CREATE INDEX "Interaction_deadline" ON "Interaction" ("expiresAt") WHERE "status" = 'pending' AND "expiresAt" IS NOT NULL;
CREATE INDEX "ToolCall_open" ON "ToolCall" ("runId") WHERE "status" IN ('waiting', 'running', 'uncertain');
