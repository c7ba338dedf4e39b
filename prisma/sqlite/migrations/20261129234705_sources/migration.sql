-- CreateTable
CREATE TABLE "Source" (
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
    "version" INTEGER NOT NULL,
    "createdAt" BIGINT NOT NULL,
    "refreshedAt" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "SourceDocument" (
    "sourceId" TEXT NOT NULL PRIMARY KEY,
    "text" TEXT NOT NULL,
    "compiled" TEXT NOT NULL,
    "format" INTEGER NOT NULL,
    CONSTRAINT "SourceDocument_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "Source" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Connection" (
    "sourceId" TEXT NOT NULL PRIMARY KEY,
    "label" TEXT,
    "sealed" TEXT NOT NULL,
    CONSTRAINT "Connection_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "Source" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "Source_teamId_name_key" ON "Source"("teamId", "name");


