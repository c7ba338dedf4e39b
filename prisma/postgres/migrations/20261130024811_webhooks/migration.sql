-- CreateTable
CREATE TABLE "Webhook" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "olderUntil" BIGINT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" BIGINT NOT NULL,
    "updatedAt" BIGINT NOT NULL,

    CONSTRAINT "Webhook_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookDelivery" (
    "webhookId" TEXT NOT NULL,
    "messageId" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "runId" TEXT,
    "interactionId" TEXT,
    "at" BIGINT NOT NULL,
    "body" TEXT,
    "status" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAt" BIGINT,
    "claim" TEXT,

    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("webhookId","messageId")
);

-- CreateTable
CREATE TABLE "WebhookAttempt" (
    "id" SERIAL NOT NULL,
    "webhookId" TEXT NOT NULL,
    "messageId" TEXT NOT NULL,
    "at" BIGINT NOT NULL,
    "durationMs" INTEGER NOT NULL,
    "status" INTEGER,
    "error" TEXT,
    "excerpt" TEXT,

    CONSTRAINT "WebhookAttempt_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Webhook_teamId_createdAt_id_idx" ON "Webhook"("teamId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "WebhookDelivery_webhookId_at_messageId_idx" ON "WebhookDelivery"("webhookId", "at" DESC, "messageId" DESC);

-- CreateIndex
CREATE INDEX "WebhookDelivery_at_idx" ON "WebhookDelivery"("at");

-- CreateIndex
CREATE INDEX "WebhookAttempt_webhookId_messageId_id_idx" ON "WebhookAttempt"("webhookId", "messageId", "id");

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_webhookId_fkey" FOREIGN KEY ("webhookId") REFERENCES "Webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookAttempt" ADD CONSTRAINT "WebhookAttempt_webhookId_messageId_fkey" FOREIGN KEY ("webhookId", "messageId") REFERENCES "WebhookDelivery"("webhookId", "messageId") ON DELETE CASCADE ON UPDATE CASCADE;


