import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { distribute } from '@qingzhou/server/platform/database/distribution/distribute.ts'
import { migrate } from '@qingzhou/server/platform/database/migrate.ts'
import { messageOf } from '@qingzhou/server/platform/log.ts'
import { freePort } from '../postgres/port.ts'
import {
  createClusterDatabase,
  nodesOfCluster,
  type ClusterNodes,
} from '../postgres/test-cluster.ts'
import { root } from '../root.ts'
import {
  canPay,
  checkBooks,
  countNodes,
  drawAndRepay,
  openBorrowers,
  runTwoDays,
  tryShards,
  type Borrower,
} from './citus/checks.ts'
import { startCluster, type Cluster } from './citus/cluster.ts'
import { copyByBackup } from './citus/copies.ts'
import { startCutProxy } from './citus/cut-proxy.ts'
import { drawWhileCut, moveWhileBorrowing } from './citus/faults.ts'
import { runSuites } from './citus/suites.ts'
import { amountsOf, createForeignTable, shardOf } from './citus/shard-store.ts'

const USAGE = `npm run prove -- citus [--tools FOLDER] [--rounds 5] [--quick]
  Starts a Citus cluster (a coordinator and two workers) with the programs install and cluster of FOLDER, which
  is ../shared/tools/citus beside the repository unless CITUS_TOOLS or --tools names another. Distributes a
  database with loans, draws and repays on it, runs the end of day, tries to break the books on the shards, cuts
  the network between coordinator and worker in the middle of draws, ends a worker and starts it again. Without
  --quick it also backs the database up and restores it, moves shards while borrowers draw and repay, and runs
  the server tests of reconciliation, erasure, evidence, order watch, certificates and files on the cluster.
  Ends with 1 when something does not hold.`

const BORROWERS = 8
const { tools, rounds, isQuick } = readOptions()
/** With two, each node has one. */
const SHARDS = isQuick ? 2 : 4
const silent = { shards: SHARDS, say: () => {} }
const folder = mkdtempSync(join(tmpdir(), 'qingzhou-citus-'))
// PostgreSQL does not run as root, and has to reach its folder.
chmodSync(folder, 0o755)
let cluster: Cluster | undefined
try {
  const firstPort = await freePort()
  cluster = startCluster(tools, { folder: join(folder, 'cluster'), firstPort, workers: 2 })
  await prove(cluster)
  console.log('Everything held.')
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
} finally {
  cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function prove(cluster: Cluster): Promise<void> {
  const nodes = await nodesOfCluster(cluster.url)
  await refusals(nodes)
  const books = await distributed(nodes, cluster)
  await operations(books)
  await lostWorker(nodes, cluster, books)
  // Before the end of days: borrowers with a late loan do not draw.
  if (!isQuick) await beyondOperations(nodes, books)
  await endOfDays(books)
  await cutNetwork(nodes)
}

type Books = { readonly database: string; readonly borrowers: readonly [Borrower, ...Borrower[]] }

/** A database with loans is divided over the nodes. */
async function distributed(nodes: ClusterNodes, { kill, start }: Cluster): Promise<Books> {
  const database = await createClusterDatabase(nodes, 'books')
  await migrate(database)
  const borrowers = await openBorrowers(database, BORROWERS)
  const before = await amountsOf(database)
  await expectFailure('a worker that does not answer is named', /Not reachable/, async () => {
    kill(2)
    try {
      await distribute(database, silent)
    } finally {
      start(2)
    }
  })
  const planned: string[] = []
  const dryRun = { ...silent, isDryRun: true, say: (line: string) => void planned.push(line) }
  expectEqual('a dry run moves nothing', await distribute(database, dryRun), 0)
  const moved = await distribute(database, silent)
  expectEqual('a dry run names each table that moves', planned.length - 1, moved)
  expectEqual('the amounts are the same after the move', await amountsOf(database), before)
  expectEqual('a second run moves nothing', await distribute(database, silent), 0)
  say(`${moved} tables were moved with the loans of ${BORROWERS} customers`)

  const [first, ...others] = borrowers
  if (!first) throw new Error('there is no borrower')
  return { database, borrowers: [first, ...others] }
}

/** What a lender does every day, and what the shards refuse. */
async function operations({ database, borrowers }: Books): Promise<void> {
  const [first] = borrowers
  say(`${await drawAndRepay(database, borrowers, rounds)} draws and repayments were booked`)
  const touched = await countNodes(await nodesOfCluster(database), first)
  expectEqual('nodes of a use case', touched, { draw: 1, repayment: 1, bills: 1 })
  say(`${await tryShards(database, first)} statements on shards were refused`)
}

async function endOfDays({ database }: Books): Promise<void> {
  say(`the end of two days booked ${await runTwoDays(database)} loans`)
  await checkBooks(database)
  say('the rules of the books hold')
}

/** Backup and restore, a move of shards under load, and the tests of work across customers. */
async function beyondOperations(
  nodes: ClusterNodes,
  { database, borrowers }: Books,
): Promise<void> {
  const copied = await copyByBackup(nodes, { url: database, folder, shards: SHARDS }, () =>
    drawAndRepay(database, borrowers, 1),
  )
  await checkBooks(copied.url)
  say(
    `a backup of ${copied.rows} rows, taken during ${copied.done} draws and repayments, was restored and divided`,
  )
  const { acts, repeated } = await moveWhileBorrowing(database, borrowers, borrowers[0])
  await checkBooks(database)
  say(`shards were moved during ${acts} acts, ${repeated} of them repeated, none lost`)
  say(`the tests of ${runSuites(nodes[0] ?? '')} parts that work across customers passed`)
}

/** Without a worker its customers wait, and the others are served. */
async function lostWorker(
  nodes: ClusterNodes,
  { kill, start }: Cluster,
  { database, borrowers: [first, ...others] }: Books,
): Promise<void> {
  const home = await shardOf(database, 'loans', first.customer)
  const elsewhere = await Promise.all(
    others.map(async (other) => ({
      other,
      node: (await shardOf(database, 'loans', other.customer)).node,
    })),
  )
  const neighbour = elsewhere.find(({ node }) => node !== home.node)?.other
  if (!neighbour) throw new Error('all borrowers are on one node')
  const number = nodes.findIndex((node) => new URL(node).port === new URL(home.node).port)
  kill(number)
  const without = { own: await canPay(database, first), other: await canPay(database, neighbour) }
  start(number)
  expectEqual('a worker is down', without, { own: false, other: true })
  expectEqual('it is back', await canPay(database, first), true)
  await checkBooks(database)
  say('without one worker its customers waited, the others were served, and it came back by itself')
}

/** The network between the coordinator and a worker is cut at every message of a draw. */
async function cutNetwork([coordinator = '', ...workers]: ClusterNodes): Promise<void> {
  const behind = new URL(workers.pop() ?? '')
  const proxy = await startCutProxy(Number(behind.port))
  try {
    behind.port = String(proxy.port)
    const database = await createClusterDatabase([coordinator, ...workers, behind.href], 'cut')
    await distribute(database, silent)
    const borrowers = await openBorrowers(database, BORROWERS)
    const borrower = await someoneOn(database, borrowers, behind.port)
    const { done, acknowledged, failed } = await drawWhileCut(database, borrower, proxy)
    await checkBooks(database)
    say(
      `the network was cut at ${done} places of a draw: ${acknowledged} acknowledged, ${failed} failed, each happened once`,
    )
  } finally {
    await proxy.stop()
  }
}

async function someoneOn(
  database: string,
  borrowers: readonly Borrower[],
  port: string,
): Promise<Borrower> {
  for (const borrower of borrowers) {
    const { node } = await shardOf(database, 'loans', borrower.customer)
    if (new URL(node).port === port) return borrower
  }
  throw new Error('no borrower is on the last node')
}

/** What cannot be distributed is refused with a sentence. */
async function refusals(nodes: readonly string[]): Promise<void> {
  const [coordinator = '', ...workers] = nodes
  const alone = await createClusterDatabase([coordinator], 'alone')
  await expectFailure('too few nodes', /has 0 nodes that hold data|has 1 nodes/, () =>
    distribute(alone, silent),
  )
  const foreign = await createClusterDatabase([coordinator, ...workers], 'recipes')
  await createForeignTable(foreign)
  await expectFailure('another program', /not a database of the product/, () =>
    distribute(foreign, silent),
  )
  say('a database of another program and a cluster without workers were refused')
}

async function expectFailure(
  what: string,
  sentence: RegExp,
  work: () => Promise<unknown>,
): Promise<void> {
  const failure = await work().then(() => 'it was accepted', messageOf)
  if (!sentence.test(failure)) throw new Error(`${what}: ${failure}`)
}

function expectEqual(what: string, found: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)]
  if (one !== other) throw new Error(`${what}: ${one} instead of ${other}`)
}

function say(line: string): void {
  console.log(`ok  ${line}`)
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      tools: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      quick: { type: 'boolean', default: false },
    },
  })
  if (!/^[1-9]\d{0,3}$/.test(values.rounds)) throw new Error(USAGE)
  const given = values.tools ?? process.env['CITUS_TOOLS'] ?? '../shared/tools/citus'
  return { tools: resolve(root, given), rounds: Number(values.rounds), isQuick: values.quick }
}
