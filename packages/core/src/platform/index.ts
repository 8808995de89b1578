/**
 * The exports of `platform` that other packages may import: database, jobs, limits, secrets, roles and the context.
 */
export {
  type Actor,
  type CashierActor,
  type CommandActor,
  type CustomerActor,
  commandFor,
  customerWith,
  type KeyActor,
  type MerchantCommand,
  type Person,
  type PersonActor,
  type StaffActor,
  service_actor,
  type TillActor,
  type VisitorActor,
} from './actor/actor.ts';
export { requireScope } from './actor/require-scope.ts';
export { type Role, roles, type Scope } from './actor/roles.ts';
export { type KeyScope, key_scopes } from './actor/scopes.ts';
export { default_session_hours, sessionLimits } from './actor/session-limits.ts';
export { ClockError, type DatabaseClock, describeDifference, makeDatabaseClock } from './clock/follow.ts';
export type { Context } from './context.ts';
export type { Mode } from './database/columns.ts';
export { type Connected, connect, connectPlainly } from './database/connect.ts';
export {
  DurabilityError,
  describeFailOver,
  describeLoss,
  requireDurable,
} from './database/judge-durability.ts';
export {
  explainMixUp,
  judgePooling,
  PoolerError,
  type Pooling,
  requireOwnConnections,
  requirePrepared,
} from './database/judge-pooler.ts';
export { databaseTlsProblem } from './database/judge-tls.ts';
export {
  DatabaseRightsError,
  describeLacking,
  migrate,
  OutdatedDatabaseError,
  pendingMigrations,
  requireRights,
} from './database/migrate.ts';
export { type DatabaseRights, readDatabaseRights, readDurability } from './database/queries.ts';
export type { BrandTemplate } from './database/tables/merchants.ts';
export {
  countOverdueJobs,
  findPaymentsNeedingReview,
  findPayoutsNeedingReview,
  findRefundsNeedingReview,
  isWorkerRunning,
  type NeedingReview,
  readServer,
} from './health/queries.ts';
export { forgetOldKeys } from './idempotency/forget.ts';
export type { IdempotencyKey } from './idempotency/run-idempotently.ts';
export {
  forgetDeadProcesses,
  forgetProcess,
  freeJobsOfDeadWorkers,
  hurryJobs,
  saveHeartbeat,
} from './jobs/queries.ts';
export { makeQueueLogger } from './jobs/queue-log.ts';
export { repeat } from './jobs/repeat.ts';
export { Page } from './lists/page.ts';
export { makeOpener } from './network/open-connection.ts';
export { isNetwork, readOpenedHost } from './network/opened-hosts.ts';
export { type Limit, type LimitResult, limitOf, per_second_max } from './rate-limits/limit.ts';
export { type LimiterOptions, lease_timeout_ms, makeLimiter } from './rate-limits/limiter.ts';
export { digestOf, networkOf } from './rate-limits/subjects.ts';
export { sweepBuckets } from './rate-limits/sweep.ts';
export { noteServer, type SeenDatabase } from './recovery/note-server.ts';
export { findRecovery, isRecovering } from './recovery/queries.ts';
export { makeReferences } from './references/references.ts';
export { forgetOldRequests } from './request-log/forget.ts';
export { listRequests, RequestObject, RequestPage, RequestQuery } from './request-log/list.ts';
export { startRequestRecorder } from './request-log/record.ts';
export { type Retention, usual_retention } from './retention.ts';
export { makeCheckoutTokens } from './secrets/checkout-tokens.ts';
export { keepSecret, keptSecret } from './secrets/keep-secret.ts';
export { countOldTexts, sampleTexts } from './secrets/queries.ts';
export { rotateSecrets } from './secrets/rotate.ts';
export { makeSecretBox } from './secrets/seal.ts';
