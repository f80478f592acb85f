import { setTimeout as sleep } from 'node:timers/promises'
import { receivePayment, type Act } from '@qingzhou/lending/index'
import { drawLoan } from '@qingzhou/lending/testing/draw-loan'
import { DatabaseUnavailable } from '@qingzhou/platform/database/database-unavailable'
import type { PoolDatabase } from '@qingzhou/platform/database/pool'
import {
  actOf,
  connectTo,
  paymentFor,
  request,
  services,
  untilDone,
  type Borrower,
} from './checks.ts'
import type { CutProxy, Direction } from './cut-proxy.ts'
import { admitShards, drainNode, isBooked, rebalance, shardsByNode } from './shard-store.ts'

/** Of one borrower during a move: their limit and what they owe suffice for so many. */
const ACTS_MAX = 60
const PAUSE_MS = 100

type MovedActs = {
  readonly acts: number
  /** Attempts that had to be made again, with the same request number. */
  readonly repeated: number
}

/**
 * Takes all shards from a worker and gives them back by a rebalance, while all borrowers draw and
 * repay. Throws if the shards are elsewhere afterwards, or an acknowledged act is missing.
 */
export async function rebalanceWhileBorrowing(
  url: string,
  borrowers: readonly Borrower[],
): Promise<{ readonly emptied: MovedActs; readonly rebalanced: MovedActs }> {
  const before = await shardsByNode(url)
  const [node] = before.keys()
  if (node === undefined) throw new Error('there are no shards')
  const emptied = await borrowDuring(url, borrowers, () => drainNode(url, node))
  const without = await shardsByNode(url)
  if (without.has(node)) throw new Error(`${node} still has shards`)
  await admitShards(url, node)
  const rebalanced = await borrowDuring(url, borrowers, () => rebalance(url))
  const after = await shardsByNode(url)
  if (after.get(node) !== before.get(node)) {
    throw new Error(`${node} has ${after.get(node) ?? 0} shards, not ${before.get(node) ?? 0}`)
  }
  return { emptied, rebalanced }
}

/** Draws and repays while the work runs. Throws if an acknowledged act is missing afterwards. */
async function borrowDuring(
  url: string,
  borrowers: readonly Borrower[],
  work: () => Promise<void>,
): Promise<MovedActs> {
  const database = connectTo(url, borrowers.length)
  try {
    let isRunning = true
    const running = work().finally(() => (isRunning = false))
    const done = await Promise.all([
      ...borrowers.map((borrower) => borrowWhile(database, borrower, () => isRunning)),
      running.then(() => []),
    ])
    const acts = done.flat()
    for (const { act } of acts) {
      if (!(await isBooked(url, act))) throw new Error(`${act.requestNo} was acknowledged and lost`)
    }
    return { acts: acts.length, repeated: acts.reduce((sum, { tries }) => sum + tries - 1, 0) }
  } finally {
    await database.close()
  }
}

type DoneAct = { readonly act: Act; readonly tries: number }

async function borrowWhile(
  database: PoolDatabase,
  { customer, loanNo }: Borrower,
  isRunning: () => boolean,
): Promise<DoneAct[]> {
  const deps = services(database)
  const done: DoneAct[] = []
  while ((isRunning() && done.length < ACTS_MAX) || done.length === 0) {
    const [one, other] = [actOf(customer), actOf(customer)]
    done.push({ act: one, tries: await untilDone(() => drawLoan(deps, one, request)) })
    done.push({
      act: other,
      tries: await untilDone(() => receivePayment(deps, other, paymentFor(loanNo))),
    })
    await sleep(PAUSE_MS)
  }
  return done
}

type Cuts = { readonly done: number; readonly acknowledged: number; readonly failed: number }

/**
 * Draws while the network between coordinator and worker is cut, each time one message later, until
 * a draw is over before the cut. A draw that was acknowledged is in the books; one that failed is
 * there or not, and asked for again it is there once.
 */
export async function drawWhileCut(
  url: string,
  { customer }: Borrower,
  proxy: CutProxy,
): Promise<Cuts> {
  let [acknowledged, failed] = [0, 0]
  for (const direction of ['there', 'back'] as const) {
    for (let messages = 0; ; messages += 1) {
      const outcome = await drawOnceCut(url, customer, { proxy, messages, direction })
      if (outcome === 'not cut') break
      if (outcome === 'acknowledged') acknowledged += 1
      else failed += 1
    }
  }
  return { done: acknowledged + failed, acknowledged, failed }
}

type Cut = { readonly proxy: CutProxy; readonly messages: number; readonly direction: Direction }

async function drawOnceCut(
  url: string,
  customer: Borrower['customer'],
  { proxy, messages, direction }: Cut,
): Promise<'acknowledged' | 'failed' | 'not cut'> {
  const act = actOf(customer)
  const database = connectTo(url, 1)
  try {
    // Connects and plans, so that the cut meets the draw itself.
    await untilDone(() => drawLoan(services(database), actOf(customer), request))
    proxy.cutAfter(messages, direction)
    const outcome = await drawLoan(services(database), act, request).then(
      ({ loanNo }) => loanNo,
      (error: unknown) => error,
    )
    const wasCut = proxy.isCut()
    proxy.mend()
    if (typeof outcome === 'string' && !(await isBooked(url, act))) {
      throw new Error(
        `cut ${messages} ${direction}: a draw was acknowledged and is not in the books`,
      )
    }
    if (typeof outcome !== 'string' && !(outcome instanceof DatabaseUnavailable)) throw outcome
    await untilDone(() => drawLoan(services(database), act, request))
    if (!wasCut) return 'not cut'
    return typeof outcome === 'string' ? 'acknowledged' : 'failed'
  } finally {
    await database.close()
  }
}
