-- CreateIndex
CREATE INDEX "ToolCall_path_startedAt_idx" ON "ToolCall"("path", "startedAt");


