-- CreateTable
CREATE TABLE "Source" (
    "id" TEXT NOT NULL,
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
    "refreshedAt" BIGINT NOT NULL,

    CONSTRAINT "Source_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SourceDocument" (
    "sourceId" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "compiled" TEXT NOT NULL,
    "format" INTEGER NOT NULL,

    CONSTRAINT "SourceDocument_pkey" PRIMARY KEY ("sourceId")
);

-- CreateTable
CREATE TABLE "Connection" (
    "sourceId" TEXT NOT NULL,
    "label" TEXT,
    "sealed" TEXT NOT NULL,

    CONSTRAINT "Connection_pkey" PRIMARY KEY ("sourceId")
);

-- CreateIndex
CREATE UNIQUE INDEX "Source_teamId_name_key" ON "Source"("teamId", "name");

-- AddForeignKey
ALTER TABLE "SourceDocument" ADD CONSTRAINT "SourceDocument_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "Source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Connection" ADD CONSTRAINT "Connection_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "Source"("id") ON DELETE CASCADE ON UPDATE CASCADE;


