import { hostname } from 'node:os'
import type { Config } from '#config/config.ts'
import type { Queryable } from '#database/database.ts'
import { newId } from '#ids.ts'
import { removeProcess, REPORT_EVERY_MS, reportProcess } from './process-store.ts'

export type Heartbeat = {
  /** Says whether this process takes tasks from now on. */
  takesTasks(takes: boolean): void
  stop(): Promise<void>
}

/** Reports to the database that this process runs, until it stops. */
export async function startHeartbeat(
  database: Queryable,
  { version, vaultKeys }: Pick<Config, 'version' | 'vaultKeys'>,
): Promise<Heartbeat> {
  const processId = newId()
  const vaultKeyIds = vaultKeys.sealing.map(({ id }) => id)
  const own = { processId, host: hostname(), pid: process.pid, version, vaultKeyIds }
  const state = { takesTasks: false, isStopped: false }
  const report = async () => {
    if (!state.isStopped) await reportProcess(database, { ...own, takesTasks: state.takesTasks })
  }
  await report()
  let reporting = Promise.resolve()
  // A report that fails is made up by the next one; /readyz says that the database is away.
  const reportAgain = () => (reporting = reporting.then(report).catch(() => {}))
  const timer = setInterval(() => void reportAgain(), REPORT_EVERY_MS)
  timer.unref()
  return {
    takesTasks(takes) {
      state.takesTasks = takes
      void reportAgain()
    },
    async stop() {
      clearInterval(timer)
      state.isStopped = true
      await reporting
      // Without a database the row expires by itself.
      await removeProcess(database, processId).catch(() => {})
    },
  }
}
