-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_RunDetail" (
    "runId" TEXT NOT NULL PRIMARY KEY,
    "code" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "timeoutMs" INTEGER NOT NULL,
    "isCell" BOOLEAN NOT NULL DEFAULT false,
    "args" TEXT,
    "exactArgs" TEXT,
    "result" TEXT,
    "error" TEXT,
    CONSTRAINT "RunDetail_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_RunDetail" ("args", "code", "error", "exactArgs", "language", "result", "runId", "timeoutMs") SELECT "args", "code", "error", "exactArgs", "language", "result", "runId", "timeoutMs" FROM "RunDetail";
DROP TABLE "RunDetail";
ALTER TABLE "new_RunDetail" RENAME TO "RunDetail";
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;


