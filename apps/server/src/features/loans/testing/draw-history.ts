import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { templatesFor } from '#features/agreements/templates/templates.ts'
import { insertCoupon, findDraw } from '@qingzhou/lending/index'
import { applyForLoan, type LoanRequest } from '#features/loans/apply-for-loan.ts'
import { endUnverifiedDraw } from '#features/loans/disbursement/end-unverified-draw.ts'
import { executeLoan } from '#features/loans/execute-loan.ts'
import { disburse, transferCallback } from '#features/loans/disbursement/disburse.ts'
import { quoteDrawFor } from '#features/loans/quote/quote-draw-for.ts'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { newRequestNo } from './borrower.ts'
import { isKilled, killAfter } from './killed.ts'
import { insertBorrower, passVerifications, type InsertedBorrower } from './inserted-borrower.ts'
import type { Passage, ScriptedBank } from './scripted-bank.ts'

/** An event in a borrower's draws. `which` selects a draw. */
export type Event = {
  readonly kind: 'apply' | 'confirm' | 'execute' | 'disburse' | 'notice' | 'end'
  readonly which: number
  /** Number of steps before the process is killed; undefined: it completes. */
  readonly killedAt: number | undefined
}

export type Command =
  | { readonly type: 'events'; readonly events: readonly Event[] }
  | {
      readonly type: 'bank'
      readonly passages: Passage[]
      readonly result: 'done' | 'declined'
      readonly queries: number
    }
  | { readonly type: 'minutes'; readonly minutes: number }
  | { readonly type: 'day' }

export type World = {
  readonly services: Services
  readonly bank: ScriptedBank
  readonly advance: (seconds: number) => void
  readonly moveTo: (day: LocalDate) => Promise<void>
}

export type History = {
  readonly world: World
  readonly borrower: InsertedBorrower
  readonly requests: LoanRequest[]
  /** Every draw applied for, whether or not the client got the answer. */
  draws: string[]
}

export const COUPON = 'only-one'
export const LIMIT = fen(6_000_00n)

export async function beginHistory(world: World): Promise<History> {
  const { services } = world
  const borrower = await insertBorrower(services, { limit: LIMIT })
  const today = await services.businessDate()
  await insertCoupon(services.database, {
    customer: borrower.customer,
    couponNo: COUPON,
    coupon: {
      benefit: { kind: 'interest-share-off', sharePpm: 300_000n },
      amountMin: fen(500_00n),
      months: [3, 6, 12],
      validFrom: today,
      validUntil: addDays(today, 3650),
      state: { kind: 'free' },
    },
  })
  return { world, borrower, requests: [], draws: [] }
}

/** Runs a command. Refusals and simulated kills are expected; any other error fails the test. */
export async function take(history: History, command: Command): Promise<void> {
  const { services, bank, advance, moveTo } = history.world
  switch (command.type) {
    case 'bank':
      bank.script.passages = [...command.passages]
      bank.script.nextResult = command.result
      bank.script.queries = command.queries
      return
    case 'minutes':
      return advance(command.minutes * 60)
    case 'day':
      return moveTo(addDays(await services.businessDate(), 1))
    case 'events': {
      const ends = await Promise.allSettled(command.events.map((event) => happen(history, event)))
      for (const end of ends) {
        if (end.status === 'fulfilled') continue
        const { reason } = end as { reason: unknown }
        if (!(reason instanceof Refused) && !isKilled(reason)) throw reason
      }
      history.draws = await readDraws(history)
    }
  }
}

async function happen(history: History, { kind, which, killedAt }: Event): Promise<void> {
  const { services } = history.world
  const { customer, caller } = history.borrower
  const mortal =
    killedAt === undefined
      ? services
      : { ...services, database: killAfter(killedAt, services.database) }
  if (kind === 'apply') return apply(history, mortal, which)

  const drawNo = pick(history.draws, which)
  if (drawNo === undefined) return
  const key = { customer, drawNo }
  switch (kind) {
    case 'confirm':
      await passVerifications(mortal, history.borrower, drawNo)
      return void (await executeLoan(mortal, caller, { drawNo }))
    case 'execute':
      return void (await executeLoan(mortal, caller, { drawNo }))
    case 'disburse':
      return disburse(mortal, key)
    case 'end':
      // The queue runs this only when it is due.
      return endUnverifiedDraw(mortal, key)
    case 'notice': {
      const draw = await findDraw(services.database, { customer, drawNo })
      return transferCallback(mortal, { orderNo: draw?.loanNo ?? 'unknown-order' }).catch(unheard)
    }
  }
}

/** Usually the newest draw; sometimes an old one, to cover late events. */
function pick(draws: readonly string[], which: number): string | undefined {
  return which % 4 === 0 ? draws[which % Math.max(draws.length, 1)] : draws.at(-1)
}

/** A failed callback is sent again by the bank. */
function unheard(error: unknown): void {
  if (error instanceof Error && error.name === 'ProviderFault') return
  throw error
}

/** Applies for a new draw, or repeats the last request, as a client with a bad connection does. */
async function apply(history: History, services: Services, which: number): Promise<void> {
  const { caller } = history.borrower
  const request =
    which % 3 === 0 ? history.requests.at(-1) : await newRequest(history, { which, services })
  if (!request) return
  history.requests.push(request)
  await applyForLoan(services, caller, request)
}

async function readDraws({ world, borrower }: History): Promise<string[]> {
  const rows = await world.services.database.query<{ draw_no: string }>(
    'SELECT draw_no FROM draw_applications WHERE customer_no = $1 ORDER BY draw_no',
    [borrower.customer],
  )
  return rows.map((row) => row.draw_no)
}

async function newRequest(
  { borrower }: History,
  { which, services }: { readonly which: number; readonly services: Services },
): Promise<LoanRequest> {
  const months = [3, 6, 12][which % 3] ?? 3
  const quoteInput = {
    amount: fen(500_00n + 100_00n * BigInt(which % 40)),
    months,
    method: 'equal-instalments' as const,
    couponNo: which % 2 === 0 ? COUPON : undefined,
  }
  const quote = await quoteDrawFor(services, borrower.customer, quoteInput)
  return {
    requestNo: newRequestNo(),
    amount: quoteInput.amount,
    months,
    method: quoteInput.method,
    purposeCode: 'daily',
    couponNo: quoteInput.couponNo,
    cardId: borrower.cardId,
    quoteId: quote.quoteId,
    costSheetDigest: quote.costSheet.digest,
    agreed: allAgreements,
  }
}

export const allAgreements = (['0301', '0302'] as const)
  .flatMap((event) => templatesFor(event, { isUnionLoan: true }))
  .map(({ code, version }) => ({ code, version }))
