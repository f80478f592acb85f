import type { ClientBase } from 'pg'
import { CommitUnconfirmed } from './database-unavailable.ts'

/** Clients whose last commit the synchronous standby has not confirmed, with the warning. */
const unconfirmed = new WeakMap<object, unknown>()

/**
 * Notes the warning of a commit whose wait for the standby was cancelled: PostgreSQL reports such a
 * commit as a success. Called once per connection.
 */
export function watchCommits(client: Pick<ClientBase, 'on'>): void {
  client.on('notice', (notice) => {
    // The text of the warning depends on the language of the server.
    if (notice.routine === 'SyncRepWaitForLSN') unconfirmed.set(client, notice)
  })
}

/** Throws if the standby has not confirmed a commit of this connection, which is then dropped. */
export function assertConfirmed(client: object): void {
  if (unconfirmed.has(client)) throw new CommitUnconfirmed(unconfirmed.get(client))
}
