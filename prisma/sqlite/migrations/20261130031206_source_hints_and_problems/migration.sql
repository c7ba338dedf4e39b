-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_Source" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "url" TEXT,
    "baseUrl" TEXT NOT NULL,
    "origins" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "error" TEXT,
    "toolCount" INTEGER NOT NULL,
    "trustsHints" BOOLEAN NOT NULL DEFAULT false,
    "problemCount" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL,
    "createdAt" BIGINT NOT NULL,
    "refreshedAt" BIGINT NOT NULL
);
INSERT INTO "new_Source" ("baseUrl", "createdAt", "description", "error", "id", "kind", "name", "origins", "refreshedAt", "status", "teamId", "title", "toolCount", "url", "version") SELECT "baseUrl", "createdAt", "description", "error", "id", "kind", "name", "origins", "refreshedAt", "status", "teamId", "title", "toolCount", "url", "version" FROM "Source";
DROP TABLE "Source";
ALTER TABLE "new_Source" RENAME TO "Source";
CREATE UNIQUE INDEX "Source_teamId_name_key" ON "Source"("teamId", "name");
CREATE TABLE "new_SourceDocument" (
    "sourceId" TEXT NOT NULL PRIMARY KEY,
    "text" TEXT NOT NULL,
    "compiled" TEXT NOT NULL,
    "problems" TEXT NOT NULL DEFAULT '[]',
    "format" INTEGER NOT NULL,
    CONSTRAINT "SourceDocument_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "Source" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_SourceDocument" ("compiled", "format", "sourceId", "text") SELECT "compiled", "format", "sourceId", "text" FROM "SourceDocument";
DROP TABLE "SourceDocument";
ALTER TABLE "new_SourceDocument" RENAME TO "SourceDocument";
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;


