import type { Database } from './database/database.ts'
import type { Limiter } from './database/rate-limit-store.ts'
import type { Vault } from './database/vault/vault.ts'
import type { Files } from './files/files.ts'
import type { Tasks } from './tasks/tasks.ts'

/** What the platform offers. A function picks what it touches. */
export type PlatformServices = {
  readonly database: Database
  readonly vault: Vault
  readonly limiter: Limiter
  readonly files: Files
  /** The task queue. Tasks are enqueued in the caller's transaction. */
  readonly tasks: Tasks
  readonly now: () => Date
}
