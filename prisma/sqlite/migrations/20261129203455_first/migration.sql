-- CreateTable
CREATE TABLE "user" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "emailVerified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- CreateTable
CREATE TABLE "session" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "expiresAt" DATETIME NOT NULL,
    "token" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" DATETIME NOT NULL,
    "ipAddress" TEXT,
    "userAgent" TEXT,
    "userId" TEXT NOT NULL,
    "activeOrganizationId" TEXT,
    CONSTRAINT "session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "account" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "accountId" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "accessToken" TEXT,
    "refreshToken" TEXT,
    "idToken" TEXT,
    "accessTokenExpiresAt" DATETIME,
    "refreshTokenExpiresAt" DATETIME,
    "scope" TEXT,
    "password" TEXT,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "account_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "verification" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- CreateTable
CREATE TABLE "organization" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "logo" TEXT,
    "createdAt" DATETIME NOT NULL,
    "metadata" TEXT
);

-- CreateTable
CREATE TABLE "member" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "role" TEXT NOT NULL DEFAULT 'member',
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "member_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "member_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "invitation" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "expiresAt" DATETIME NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "inviterId" TEXT NOT NULL,
    CONSTRAINT "invitation_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "invitation_inviterId_fkey" FOREIGN KEY ("inviterId") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "apikey" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "configId" TEXT NOT NULL DEFAULT 'default',
    "name" TEXT,
    "start" TEXT,
    "referenceId" TEXT NOT NULL,
    "prefix" TEXT,
    "key" TEXT NOT NULL,
    "refillInterval" INTEGER,
    "refillAmount" INTEGER,
    "lastRefillAt" DATETIME,
    "enabled" BOOLEAN DEFAULT true,
    "rateLimitEnabled" BOOLEAN DEFAULT true,
    "rateLimitTimeWindow" INTEGER,
    "rateLimitMax" INTEGER,
    "requestCount" INTEGER DEFAULT 0,
    "remaining" INTEGER,
    "lastRequest" DATETIME,
    "expiresAt" DATETIME,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "permissions" TEXT,
    "metadata" TEXT
);

-- CreateTable
CREATE TABLE "Interaction" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "runId" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "callId" INTEGER NOT NULL,
    "toolCallId" TEXT,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "args" TEXT,
    "toolPath" TEXT,
    "connection" TEXT,
    "line" INTEGER,
    "ruleId" TEXT,
    "rulePattern" TEXT,
    "options" TEXT,
    "votes" TEXT NOT NULL DEFAULT '[]',
    "votesNeeded" INTEGER NOT NULL DEFAULT 1,
    "replaces" TEXT,
    "proposedArgs" TEXT,
    "executedArgs" TEXT,
    "requestedSchema" TEXT,
    "url" TEXT,
    "createdAt" BIGINT NOT NULL,
    "expiresAt" BIGINT,
    "resolvedAt" BIGINT,
    "resolvedByKind" TEXT,
    "resolvedById" TEXT,
    "resolvedByLabel" TEXT,
    "resolvedVia" TEXT,
    "comment" TEXT,
    "content" TEXT,
    "decisionId" TEXT,
    "exactArgs" TEXT,
    "exactContent" TEXT,
    "bindingHash" TEXT,
    "appliedAt" BIGINT,
    CONSTRAINT "Interaction_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Run" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "trigger" TEXT NOT NULL,
    "actorKind" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "actorLabel" TEXT NOT NULL,
    "startedAt" BIGINT NOT NULL,
    "finishedAt" BIGINT,
    "durationMs" BIGINT,
    "humanWaitMs" BIGINT NOT NULL DEFAULT 0,
    "waitingSince" BIGINT,
    "toolCallCount" INTEGER NOT NULL DEFAULT 0,
    "failedToolCallCount" INTEGER NOT NULL DEFAULT 0,
    "pendingInteractionCount" INTEGER NOT NULL DEFAULT 0,
    "waitingFor" TEXT,
    "waitingInteractionId" TEXT,
    "lastDecision" TEXT,
    "lastDecisionBy" TEXT,
    "tools" TEXT NOT NULL DEFAULT '[]',
    "version" INTEGER NOT NULL DEFAULT 1,
    "parentRunId" TEXT,
    "rerunOf" TEXT,
    "idempotencyKey" TEXT,
    "programHash" TEXT NOT NULL,
    "cancelWish" TEXT,
    "owner" TEXT,
    "stepId" TEXT,
    "stepFrom" INTEGER NOT NULL DEFAULT 0,
    "stepTo" INTEGER NOT NULL DEFAULT 0,
    "spentMs" BIGINT NOT NULL DEFAULT 0,
    "countedStatus" TEXT
);

-- CreateTable
CREATE TABLE "RunDetail" (
    "runId" TEXT NOT NULL PRIMARY KEY,
    "code" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "timeoutMs" INTEGER NOT NULL,
    "args" TEXT,
    "exactArgs" TEXT,
    "result" TEXT,
    "error" TEXT,
    CONSTRAINT "RunDetail_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "RunEvent" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "runId" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "at" BIGINT NOT NULL,
    "data" TEXT NOT NULL,
    CONSTRAINT "RunEvent_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "JournalEntry" (
    "runId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    PRIMARY KEY ("runId", "seq"),
    CONSTRAINT "JournalEntry_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Setting" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "ToolCall" (
    "runId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "line" INTEGER,
    "startedAt" BIGINT NOT NULL,
    "finishedAt" BIGINT,
    "interactionId" TEXT,
    "errorCode" TEXT,
    "errorMessage" TEXT,

    PRIMARY KEY ("runId", "id"),
    CONSTRAINT "ToolCall_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ToolCallPayload" (
    "runId" TEXT NOT NULL,
    "toolCallId" TEXT NOT NULL,
    "args" TEXT NOT NULL,
    "result" TEXT,

    PRIMARY KEY ("runId", "toolCallId"),
    CONSTRAINT "ToolCallPayload_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ToolCallPayload_runId_toolCallId_fkey" FOREIGN KEY ("runId", "toolCallId") REFERENCES "ToolCall" ("runId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "RunTool" (
    "teamId" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "startedAt" BIGINT NOT NULL,
    "runId" TEXT NOT NULL,

    PRIMARY KEY ("teamId", "path", "startedAt", "runId"),
    CONSTRAINT "RunTool_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ToolPath" (
    "teamId" TEXT NOT NULL,
    "path" TEXT NOT NULL,

    PRIMARY KEY ("teamId", "path")
);

-- CreateTable
CREATE TABLE "RunStatDay" (
    "teamId" TEXT NOT NULL,
    "day" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "n" INTEGER NOT NULL,

    PRIMARY KEY ("teamId", "day", "kind", "status")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_key" ON "session"("token");

-- CreateIndex
CREATE INDEX "session_userId_idx" ON "session"("userId");

-- CreateIndex
CREATE INDEX "account_userId_idx" ON "account"("userId");

-- CreateIndex
CREATE INDEX "verification_identifier_idx" ON "verification"("identifier");

-- CreateIndex
CREATE UNIQUE INDEX "organization_slug_key" ON "organization"("slug");

-- CreateIndex
CREATE INDEX "member_userId_idx" ON "member"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "member_organizationId_userId_key" ON "member"("organizationId", "userId");

-- CreateIndex
CREATE INDEX "invitation_organizationId_idx" ON "invitation"("organizationId");

-- CreateIndex
CREATE INDEX "invitation_email_idx" ON "invitation"("email");

-- CreateIndex
CREATE INDEX "apikey_configId_idx" ON "apikey"("configId");

-- CreateIndex
CREATE INDEX "apikey_referenceId_idx" ON "apikey"("referenceId");

-- CreateIndex
CREATE INDEX "apikey_key_idx" ON "apikey"("key");

-- CreateIndex
CREATE INDEX "Interaction_runId_idx" ON "Interaction"("runId");

-- CreateIndex
CREATE INDEX "Interaction_teamId_resolvedAt_id_idx" ON "Interaction"("teamId", "resolvedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Run_teamId_startedAt_id_idx" ON "Run"("teamId", "startedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Run_teamId_status_startedAt_id_idx" ON "Run"("teamId", "status", "startedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Run_teamId_kind_status_startedAt_idx" ON "Run"("teamId", "kind", "status", "startedAt");

-- CreateIndex
CREATE UNIQUE INDEX "Run_teamId_actorId_idempotencyKey_key" ON "Run"("teamId", "actorId", "idempotencyKey");

-- CreateIndex
CREATE INDEX "RunEvent_teamId_id_idx" ON "RunEvent"("teamId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "RunEvent_runId_seq_key" ON "RunEvent"("runId", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "ToolCall_runId_index_key" ON "ToolCall"("runId", "index");

-- CreateIndex
CREATE INDEX "RunTool_runId_idx" ON "RunTool"("runId");


