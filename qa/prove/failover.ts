import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { explain } from '@qingzhou/tools/product/stopping.ts'
import { startActs, type Acts } from './failover/acts.ts'
import { startCluster, type Cluster } from './failover/cluster.ts'
import { startLoad, type Load } from './failover/load.ts'

const USAGE = `npm run prove -- failover [--times 20] [--logs]
  Starts three nodes of PostgreSQL with Patroni, etcd and HAProxy from Debian's packages, with a synchronous standby, two
  servers with MODE=production (one connects through HAProxy, one has all nodes in DATABASE_URL) and a worker. Kills the primary so many times
  while borrowers draw and repay: in turn PostgreSQL alone, and the whole node. Afterwards every acknowledged act has to
  be in the books exactly once, nothing may be open, and no process of the product may have been started again.
  Ends with 1 when something did not hold, or a package is missing.`

const KINDS = ['postgres', 'node'] as const
/** Under load before each kill. */
const LOAD_MS = 3_000
type Kill = { readonly kind: (typeof KINDS)[number]; readonly servedAfterMs: readonly number[] }

const folder = mkdtempSync(join(tmpdir(), 'qingzhou-failover-'))
let cluster: Cluster | undefined
let load: Load | undefined
const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => interruption.abort())
}
try {
  const times = readTimes()
  cluster = await startCluster(folder)
  await cluster.untilHealthy()
  console.log('ok  three nodes run, one of the standbys is synchronous')
  load = await startLoad(cluster, folder)
  await prove(
    { nodes: cluster, borrowers: load, acts: await startActs(cluster.severalHosts) },
    times,
  )
} catch (error) {
  explain(error)
  if (process.argv.includes('--logs')) console.error(logsOf(folder))
  process.exitCode = 1
} finally {
  await load?.stop()
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
}

type Parts = { readonly nodes: Cluster; readonly borrowers: Load; readonly acts: Acts }

async function prove({ nodes, borrowers, acts }: Parts, times: number): Promise<void> {
  const kills: Kill[] = []
  for (let count = 0; count < times && !interruption.signal.aborted; count += 1) {
    const kind = KINDS[count % KINDS.length] ?? 'node'
    const primary = await nodes.untilHealthy()
    await sleep(LOAD_MS)
    const killed = await killPrimary(nodes, borrowers, { kind, primary })
    kills.push(killed)
    const [proxy = 0, hosts = 0] = killed.servedAfterMs
    const figures = `served again after ${seconds(proxy)} s by HAProxy, ${seconds(hosts)} s by several hosts`
    console.log(`ok  kill ${count + 1} (${kind}, primary was ${primary}): ${figures}`)
  }
  await nodes.untilHealthy()
  const lost = await acts.end()
  const { draws, repayments, abandoned, wrong: differing } = await borrowers.end()
  const wrong = [...lost, ...differing]
  for (const kind of KINDS) console.log(summaryOf(kind, kills))
  console.log(
    `acknowledged over HTTP: ${draws} draws, ${repayments} repayments, given up ${abandoned}; by lending alone: ${acts.count()} acts`,
  )
  for (const one of wrong.slice(0, 20)) console.error(one)
  if (wrong.length > 0) throw new Error(`${wrong.length} differences`)
  if (draws === 0 || repayments === 0 || acts.count() === 0)
    throw new Error('nothing was acknowledged')
  if (interruption.signal.aborted) throw new Error('interrupted')
  console.log(`${kills.length} primaries were killed. No acknowledged act was lost.`)
}

async function killPrimary(
  nodes: Cluster,
  borrowers: Load,
  { kind, primary }: { readonly kind: Kill['kind']; readonly primary: string },
): Promise<Kill> {
  if (kind === 'node') await nodes.killNode(primary)
  else nodes.killPostgres(primary)
  const servedAfterMs = await borrowers.untilServed()
  // The machine comes back; PostgreSQL alone is started again by Patroni.
  if (kind === 'node') nodes.startNode(primary)
  return { kind, servedAfterMs }
}

function summaryOf(kind: Kill['kind'], kills: readonly Kill[]): string {
  const ofKind = kills.filter((one) => one.kind === kind)
  const all = ofKind
    .flatMap(({ servedAfterMs }) => servedAfterMs)
    .toSorted((one, other) => one - other)
  const middle = all[Math.floor(all.length / 2)] ?? 0
  return `${kind}: ${ofKind.length} kills, both servers served again after ${seconds(all[0] ?? 0)} to ${seconds(all.at(-1) ?? 0)} s, median ${seconds(middle)} s`
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}

function logsOf(from: string): string {
  const names = ['etcd', 'one', 'two', 'three', 'haproxy']
  return names
    .map((name) => {
      try {
        const lines = readFileSync(join(from, `${name}.log`), 'utf8').split('\n')
        return [`--- ${name}`, ...lines.slice(-30)].join('\n')
      } catch {
        return `--- ${name}: no log`
      }
    })
    .join('\n')
}

function readTimes(): number {
  const { values } = parseArgs({
    options: { times: { type: 'string', default: '20' }, logs: { type: 'boolean' } },
  })
  if (!/^[1-9]\d{0,3}$/.test(values.times)) throw new Error(USAGE)
  return Number(values.times)
}
