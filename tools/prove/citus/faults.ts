import { setTimeout as sleep } from 'node:timers/promises'
import { draw, repay, type Act } from '@qingzhou/server/lending/index.ts'
import { DatabaseUnavailable } from '@qingzhou/server/platform/database/database-unavailable.ts'
import type { PoolDatabase } from '@qingzhou/server/platform/database/pool.ts'
import { Refused } from '@qingzhou/server/platform/refused.ts'
import { actOf, connectTo, paymentFor, request, services, type Borrower } from './checks.ts'
import type { CutProxy, Direction } from './cut-proxy.ts'
import { isBooked, moveShards, shardOf } from './shard-store.ts'

const TRIES_MAX = 60
const TRY_AGAIN_MS = 250
/** Of one borrower during a move: their limit and what they owe suffice for so many. */
const ACTS_MAX = 60
const PAUSE_MS = 100

type Moved = {
  readonly acts: number
  /** Attempts that had to be made again, with the same request number. */
  readonly repeated: number
}

/**
 * Moves the shards of a customer to another node while all borrowers draw and repay. Throws if an
 * acknowledged act is missing afterwards.
 */
export async function moveWhileBorrowing(
  url: string,
  borrowers: readonly Borrower[],
  { customer }: Borrower,
): Promise<Moved> {
  const database = connectTo(url, borrowers.length)
  try {
    const before = await shardOf(url, 'loans', customer)
    let isMoving = true
    const move = moveShards(url, 'loans', customer).finally(() => (isMoving = false))
    const done = await Promise.all([
      ...borrowers.map((borrower) => borrowWhile(database, borrower, () => isMoving)),
      move.then(() => []),
    ])
    if ((await shardOf(url, 'loans', customer)).node === before.node) {
      throw new Error('the shards are where they were')
    }
    const acts = done.flat()
    for (const { act } of acts) {
      if (!(await isBooked(url, act))) throw new Error(`${act.requestNo} was acknowledged and lost`)
    }
    return { acts: acts.length, repeated: acts.reduce((sum, { tries }) => sum + tries - 1, 0) }
  } finally {
    await database.close()
  }
}

type Done = { readonly act: Act; readonly tries: number }

async function borrowWhile(
  database: PoolDatabase,
  { customer, loanNo }: Borrower,
  isMoving: () => boolean,
): Promise<Done[]> {
  const deps = services(database)
  const done: Done[] = []
  while ((isMoving() && done.length < ACTS_MAX) || done.length === 0) {
    const [one, other] = [actOf(customer), actOf(customer)]
    done.push({ act: one, tries: await untilDone(() => draw(deps, one, request)) })
    done.push({ act: other, tries: await untilDone(() => repay(deps, other, paymentFor(loanNo))) })
    await sleep(PAUSE_MS)
  }
  return done
}

/** Asks again with the same number, as a phone does. Returns how often it asked. */
async function untilDone(act: () => Promise<unknown>): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    try {
      await act()
      return tries
    } catch (error) {
      if (error instanceof Refused || tries === TRIES_MAX) throw error
      await sleep(TRY_AGAIN_MS)
    }
  }
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
    await untilDone(() => draw(services(database), actOf(customer), request))
    proxy.cutAfter(messages, direction)
    const outcome = await draw(services(database), act, request).then(
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
    await untilDone(() => draw(services(database), act, request))
    if (!wasCut) return 'not cut'
    return typeof outcome === 'string' ? 'acknowledged' : 'failed'
  } finally {
    await database.close()
  }
}
