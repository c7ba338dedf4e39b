-- AlterTable
ALTER TABLE "RunDetail" ADD COLUMN     "isCell" BOOLEAN NOT NULL DEFAULT false;


