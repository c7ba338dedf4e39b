-- What is still to be delivered is a handful among all messages.
CREATE INDEX "WebhookDelivery_waiting" ON "WebhookDelivery" ("nextAt") WHERE "status" = 'waiting';
