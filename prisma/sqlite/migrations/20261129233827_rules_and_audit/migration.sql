-- CreateTable
CREATE TABLE "AuditEntry" (
    "teamId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "action" TEXT NOT NULL,
    "actorKind" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "actorLabel" TEXT NOT NULL,
    "via" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "data" TEXT NOT NULL,
    "previousHash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    PRIMARY KEY ("teamId", "seq")
);

-- CreateTable
CREATE TABLE "Rule" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "pattern" TEXT NOT NULL,
    "effect" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "terms" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" BIGINT NOT NULL,
    "updatedAt" BIGINT NOT NULL
);

-- Added one by one: rebuilding the table would drop its partial indexes.
ALTER TABLE "Interaction" ADD COLUMN "boundTo" TEXT;
ALTER TABLE "Interaction" ADD COLUMN "terms" TEXT;
ALTER TABLE "Interaction" ADD COLUMN "revision" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "Interaction" ADD COLUMN "waitsFrom" BIGINT;
ALTER TABLE "Interaction" ADD COLUMN "warnings" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "AuditEntry_teamId_action_seq_idx" ON "AuditEntry"("teamId", "action", "seq");

-- CreateIndex
CREATE INDEX "Rule_teamId_position_id_idx" ON "Rule"("teamId", "position", "id");
