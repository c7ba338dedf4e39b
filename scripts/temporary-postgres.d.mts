/** A PostgreSQL of one's own; `url` names its database `postgres`, whose user may do everything. */
export const startTemporaryPostgres: () => Promise<{ readonly url: string; readonly stop: () => Promise<void> }>
