-- AlterTable
ALTER TABLE "Source" ADD COLUMN     "problemCount" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "trustsHints" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "SourceDocument" ADD COLUMN     "problems" TEXT NOT NULL DEFAULT '[]';


