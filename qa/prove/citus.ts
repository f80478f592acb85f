import { parseArgs } from 'node:util'

import { distribute } from '@qingzhou/platform/database/distribution/distribute'
import { migrate } from '@qingzhou/platform/database/migrate'
import { messageOf } from '@qingzhou/platform/log'
import {
  createClusterDatabase,
  dropClusterDatabase,
  nodesOfCluster,
  type ClusterNodes,
} from '@qingzhou/tools/postgres/test-cluster.ts'
import { files } from '@qingzhou/tools/repository/repository.ts'
import { root } from '@qingzhou/tools/root.ts'
import { filesWithStatements } from '@qingzhou/tools/sql-types/sql-types.ts'
import { tryStatements } from '@qingzhou/tools/sql-types/try-statements.ts'
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
import { citusTools, withCluster, type Cluster } from './citus/cluster.ts'
import { copyByBackup } from './citus/copies.ts'
import { startCutProxy } from './citus/cut-proxy.ts'
import { drawWhileCut, rebalanceWhileBorrowing } from './citus/faults.ts'
import { ACROSS_CUSTOMERS, runSuites } from './citus/suites.ts'
import {
  sumAmounts,
  createForeignTable,
  letCoordinatorHoldShards,
  readShard,
} from './citus/shard-store.ts'

const USAGE = `npm run prove -- citus [--tools FOLDER] [--rounds 5] [--quick]
  Starts a Citus cluster (a coordinator and two workers) with the programs install and cluster of FOLDER, which
  is ../shared/tools/citus beside the repository unless CITUS_TOOLS or --tools names another. Distributes a
  database with loans, draws and repays on it, runs the end of day, tries to break the books on the shards, cuts
  the network between coordinator and worker in the middle of draws, ends a worker and starts it again. Without
  --quick it also backs the database up and restores it, empties a worker and rebalances the shards while
  borrowers draw and repay, and runs the server tests of reconciliation, erasure, evidence, order watch,
  certificates and files on the cluster; npm run prove -- citus-suite runs all server tests there.
  Ends with 1 when something does not hold.`

const BORROWERS = 8
/** The end of day locks balances by another statement on a cluster. */
const ONE_POSTGRES_STATEMENT = /end-of-day\/unbooked-loan-store\.ts:\d+: .* FOR UPDATE/
const { tools, rounds, isQuick } = readOptions()
/** With two, each node has one. */
const SHARDS = isQuick ? 2 : 4
const silent = { shards: SHARDS, say: () => {} }
try {
  await withCluster(tools, prove)
  console.log('Everything held.')
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}

async function prove(cluster: Cluster, folder: string): Promise<void> {
  const nodes = await nodesOfCluster(cluster.url)
  await refusals(nodes)
  const books = await createDistributed(nodes, cluster)
  await statements(books)
  await operations(books)
  await lostWorker(nodes, cluster, books)
  // Before the end of days: borrowers with a late loan do not draw.
  if (!isQuick) await beyondOperations(nodes, books, folder)
  await endOfDays(books)
  await cutNetwork(nodes)
}

type Books = { readonly database: string; readonly borrowers: readonly [Borrower, ...Borrower[]] }

/** A database with loans is divided over the nodes. */
async function createDistributed(nodes: ClusterNodes, { kill, start }: Cluster): Promise<Books> {
  const database = await createClusterDatabase(nodes, 'books')
  await migrate(database)
  const borrowers = await openBorrowers(database, BORROWERS)
  const before = await sumAmounts(database)
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
  expectEqual('the amounts are the same after the move', await sumAmounts(database), before)
  expectEqual('a second run moves nothing', await distribute(database, silent), 0)
  say(`${moved} tables were moved with the loans of ${BORROWERS} customers`)

  const [first, ...others] = borrowers
  if (!first) throw new Error('there is no borrower')
  return { database, borrowers: [first, ...others] }
}

/** The cluster refuses no statement of the server. */
async function statements({ database: url }: Books): Promise<void> {
  // The catalogue of Citus is read by statements that are no part of a use case.
  const paths = filesWithStatements(
    files,
    /^(apps\/server|packages\/(lending|providers|platform(?!\/src\/database\/)))\/src\/.*\.ts$/,
  )
  const { count, refused } = await tryStatements(paths, { root, url })
  const others = refused.filter((one) => !ONE_POSTGRES_STATEMENT.test(one))
  expectEqual('statements that the cluster refuses', others, [])
  say(`${count} statements of the server were tried`)
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

/** Backup and restore, a rebalance under load, and the tests of work across customers. */
async function beyondOperations(
  nodes: ClusterNodes,
  { database, borrowers }: Books,
  folder: string,
): Promise<void> {
  const copied = await copyByBackup(nodes, { url: database, folder, shards: SHARDS }, () =>
    drawAndRepay(database, borrowers, 1),
  )
  await checkBooks(copied.url)
  say(
    `a backup of ${copied.rows} rows, taken during ${copied.done} draws and repayments, was restored and divided`,
  )
  await dropClusterDatabase(nodes, 'restored')
  const { emptied, rebalanced } = await rebalanceWhileBorrowing(database, borrowers)
  await checkBooks(database)
  for (const [what, { acts, repeated }] of [
    ['a worker gave all its shards away', emptied],
    ['a rebalance gave them back', rebalanced],
  ] as const) {
    say(`${what} during ${acts} acts, ${repeated} of them repeated, none lost`)
  }
  const { passed, failed } = await runSuites(nodes[0] ?? '', { paths: ACROSS_CUSTOMERS, folder })
  expectEqual('tests of work across customers that failed', failed, [])
  say(`${passed} tests of work across customers passed`)
}

/** Without a worker its customers wait, and the others are served. */
async function lostWorker(
  nodes: ClusterNodes,
  { kill, start }: Cluster,
  { database, borrowers: [first, ...others] }: Books,
): Promise<void> {
  const home = await readShard(database, 'loans', first.customer)
  const elsewhere = await Promise.all(
    others.map(async (other) => ({
      other,
      node: (await readShard(database, 'loans', other.customer)).node,
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
    const { node } = await readShard(database, 'loans', borrower.customer)
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
  // Each database has a background process on every node, and their number is limited.
  await dropClusterDatabase([coordinator], 'alone')
  await dropClusterDatabase(nodes, 'recipes')
  const occupied = await createClusterDatabase([coordinator, ...workers], 'occupied')
  await letCoordinatorHoldShards(occupied)
  await expectFailure('a coordinator with shards', /^The coordinator \S+ holds data/, () =>
    distribute(occupied, silent),
  )
  await dropClusterDatabase(nodes, 'occupied')
  say(
    'a database of another program, a cluster without workers and a coordinator with shards were refused',
  )
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
  return { tools: citusTools(values.tools), rounds: Number(values.rounds), isQuick: values.quick }
}
