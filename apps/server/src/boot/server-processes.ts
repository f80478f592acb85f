import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerMetricsRequests } from '#http/operations/metrics-of-all.ts'
import type { Config } from '@qingzhou/platform/config/config'

/** A process that dies at once would otherwise be replaced all the time. */
const REPLACE_AFTER_MS = 1_000

/**
 * Serves the port with several processes that run this program. The first also runs the background
 * tasks. A process that dies is replaced by one with the same work; the others go on serving.
 * Undefined if the first process cannot start: it has said why.
 */
export async function superviseServers(
  { servers, host }: Pick<Config, 'servers' | 'host'>,
  say: (line: string) => void,
): Promise<{ readonly address: string; readonly stop: () => Promise<void> } | undefined> {
  let isStopping = false
  // The processes accept connections themselves. Handed on by this process, a connection to one
  // that is just being killed would stay open without an answer.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  answerMetricsRequests()

  const watch = (worker: Worker, place: number): void => {
    worker.once('exit', (code, signal) => {
      if (isStopping) return
      say(`Server process ${worker.process.pid} ended (${signal || code})`)
      void replace(place)
    })
  }
  const replace = async (place: number): Promise<void> => {
    await sleep(REPLACE_AFTER_MS)
    if (isStopping) return
    const worker = fork(place)
    watch(worker, place)
    if ((await listeningPort(worker)) === undefined) return
    say(`Server process ${worker.process.pid} took its place`)
  }

  // The first updates the database; the others would only wait for it.
  const first = fork(0)
  const port = await listeningPort(first)
  if (port === undefined) return undefined
  watch(first, 0)
  const others = Array.from({ length: servers - 1 }, (_, index) => fork(index + 1))
  for (const [index, worker] of others.entries()) watch(worker, index + 1)
  await Promise.all(others.map((worker) => listeningPort(worker)))
  return {
    address: `http://${host}:${port}`,
    async stop() {
      isStopping = true
      const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
      await Promise.all(running.map(async (worker) => endOf(worker)))
    },
  }
}

function fork(place: number): Worker {
  return cluster.fork(place === 0 ? {} : { WORKERS: '0' })
}

/** The port once the process accepts calls; undefined if it has ended before. */
async function listeningPort(worker: Worker): Promise<number | undefined> {
  return new Promise((resolve) => {
    worker.once('listening', ({ port }) => resolve(port))
    worker.once('exit', () => resolve(undefined))
  })
}

/** Lets a process finish its running calls, and waits for its end. */
async function endOf(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  const gone = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  await gone
}

/** The part of one process: what is set for the server is shared out among its processes. */
export function shareOf(config: Config): Config {
  const { servers, databaseConnectionsMax, limits } = config
  const share = (whole: number) => Math.ceil(whole / servers)
  return {
    ...config,
    databaseConnectionsMax: Math.floor(databaseConnectionsMax / servers),
    limits: {
      ...limits,
      connectionsMax: share(limits.connectionsMax),
      inFlightOrdinaryMax: share(limits.inFlightOrdinaryMax),
      inFlightUrgentMax: share(limits.inFlightUrgentMax),
    },
  }
}
