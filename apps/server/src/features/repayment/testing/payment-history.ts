import type { RepaymentAim } from '@qingzhou/contract/features/repayment/repayment'
import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { isOpen } from '@qingzhou/domain/loans/loan'
import { fen } from '@qingzhou/domain/money/money'
import { quoteRepayment, readLoans } from '@qingzhou/lending/index'
import { drawLoan } from '@qingzhou/lending/testing/draw-loan'
import { isKilled, killAfter } from '#features/loans/testing/killed.ts'
import { insertBorrower, type InsertedBorrower } from '#features/loans/testing/inserted-borrower.ts'
import { savePassedCheck } from '#features/onboarding/codes/sms-code-store.ts'
import { debitLoan } from '#features/repayment/automatic/debit-loan.ts'
import { createAppOrder } from '#features/repayment/orders/app-order.ts'
import { collect } from '#features/repayment/orders/collect.ts'
import { confirmRepayment } from '#features/repayment/orders/confirm-repayment.ts'
import {
  handleAppPaymentCallback,
  handleDebitCallback,
} from '#features/repayment/orders/callbacks.ts'
import { placeRepayment } from '#features/repayment/orders/place-repayment.ts'
import { readBills } from '#features/repayment/read-bills.ts'
import { sendRefund } from '#features/repayment/refunds/send-refund.ts'
import {
  insertAgreement,
  markSigned,
} from '#features/cards/wallet-agreement/wallet-agreement-store.ts'
import { newNo } from '@qingzhou/platform/ids'
import { insertWireOrder } from '@qingzhou/providers/records/wire-order-store'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { newOrderRequestNo } from './payer.ts'
import type { Passage, ScriptedProviders } from './scripted-providers.ts'

/** An event of a borrower's payments. `which` selects one of the existing orders. */
export type Event = {
  readonly kind:
    | 'pay'
    | 'place'
    | 'confirm'
    | 'collect'
    | 'notices'
    | 'page'
    | 'automatic'
    | 'round'
    | 'refund'
  readonly which: number
  /** The step at which it is killed; undefined to complete. */
  readonly killedAt: number | undefined
}

export type Command =
  | { readonly type: 'events'; readonly events: readonly Event[] }
  | {
      readonly type: 'till'
      readonly passages: Passage[]
      readonly result: 'done' | 'declined'
      readonly queries: number
      readonly areCardsEmpty?: boolean
    }
  | { readonly type: 'minutes'; readonly minutes: number }
  | { readonly type: 'days'; readonly days: number }

export type World = {
  readonly services: Services
  readonly till: ScriptedProviders
  readonly advance: (seconds: number) => void
  readonly moveTo: (day: LocalDate) => Promise<void>
}

export type History = {
  readonly world: World
  readonly borrower: InsertedBorrower
  readonly loanNos: readonly string[]
  /** All orders, the borrower's and automatic ones. */
  orders: readonly { readonly requestNo: string; readonly orderNo: string }[]
}

/** Creates a borrower with two loans, whose bills fall due during the history. */
export async function beginHistory(world: World): Promise<History> {
  const { services } = world
  const borrower = await insertBorrower(services)
  const { customer, cardId } = borrower
  const loanNos = []
  for (const requestNo of ['first-draw', 'second-draw']) {
    const { loanNo } = await drawLoan(
      services,
      { customer, requestNo, actor: 'customer' },
      {
        amount: fen(1_200_00n),
        months: 3,
        method: 'equal-instalments',
        purpose: 'daily',
        cardId,
      },
    )
    loanNos.push(loanNo)
  }
  await signWalletAgreement(world, borrower)
  return { world, borrower, loanNos, orders: [] }
}

/** What no card pays is debited by the payment app. */
async function signWalletAgreement(
  { services }: World,
  { customer }: InsertedBorrower,
): Promise<void> {
  const firstOn = addDays(await services.businessDate(), 5)
  const record = { customer, agreementNo: newNo(), askedAt: services.now() }
  const rule = { firstOn, amountMax: fen(300_00n) }
  await services.database.inTransaction(async (tx) => {
    await insertAgreement(tx, { ...record, rule })
    await insertWireOrder(tx, { orderNo: record.agreementNo, orderedAt: record.askedAt })
    await markSigned(tx, services, { ...record, signer: '2088', signedAt: record.askedAt })
  })
}

/** Executes a command. Refusals and kills are expected; any other error fails the test. */
export async function take(history: History, command: Command): Promise<void> {
  const { services, till, advance, moveTo } = history.world
  switch (command.type) {
    case 'till':
      Object.assign(till.script, { ...command, passages: [...command.passages] })
      return
    case 'minutes':
      return advance(command.minutes * 60)
    case 'days':
      return moveTo(addDays(await services.businessDate(), command.days))
    case 'events': {
      const ends = await Promise.allSettled(command.events.map((event) => happen(history, event)))
      for (const end of ends) {
        if (end.status === 'rejected' && !isExpected(end.reason)) throw end.reason
      }
      history.orders = await readOrders(history)
    }
  }
}

/** A provider that gets no success for its callback repeats it. */
export function isExpected(reason: unknown): boolean {
  const isUnheard = reason instanceof Error && reason.name === 'ProviderFault'
  return reason instanceof Refused || isKilled(reason) || isUnheard
}

async function happen(history: History, { kind, which, killedAt }: Event): Promise<void> {
  const { services: immortal } = history.world
  const { customer } = history.borrower
  const services =
    killedAt === undefined
      ? immortal
      : { ...immortal, database: killAfter(killedAt, immortal.database) }
  if (kind === 'place') return void (await place(history, services, which))
  if (kind === 'automatic') return automatic(history, services, which)
  if (kind === 'round') return round(history, services, which)
  if (kind === 'refund') return refund(history, services, which)
  if (kind === 'pay') {
    const requestNo = await place(history, services, which)
    return confirm(history, services, requestNo)
  }
  const { orders } = history
  // Confirms any order: an old one may have been overtaken by a newer one.
  const order = kind === 'confirm' ? orders[which % orders.length] : pick(orders, which)
  if (!order) return
  switch (kind) {
    case 'confirm':
      return confirm(history, services, order.requestNo)
    case 'collect':
      return collect(services, { customer, requestNo: order.requestNo })
    case 'page':
      return history.world.till.decide(order.orderNo, which % 3 === 0 ? 'declined' : 'done')
    case 'notices':
      return notices(services, order, 1 + (which % 8))
  }
}

/** Usually the newest; sometimes an old one, for which everything is late. */
function pick<One>(all: readonly One[], which: number): One | undefined {
  return which % 3 === 0 ? all[which % Math.max(all.length, 1)] : all.at(-1)
}

async function notices(
  services: Services,
  { orderNo }: { readonly orderNo: string },
  times: number,
): Promise<void> {
  const tellings = Array.from({ length: times }, (_, index) =>
    index % 2 === 0
      ? handleDebitCallback(services, { orderNo })
      : handleAppPaymentCallback(services, { orderNo }),
  )
  await Promise.allSettled(tellings)
  await Promise.all(tellings)
}

async function place(history: History, services: Services, which: number): Promise<string> {
  const { caller, customer, cardId } = history.borrower
  const bills = await readBills(services, customer)
  const loanNo = history.loanNos[which % 2] ?? ''
  const aim = aimOf(history, bills.running, { loanNo, which })
  const { quoteId } = quoteRepayment(bills, aim)
  const requestNo = newOrderRequestNo()
  const payBy = which % 5 < 2 ? ('wallet' as const) : ('card' as const)
  const card = payBy === 'card' ? { cardId } : {}
  const placing = { requestNo, aim, quoteId, payBy, ...card }
  // A client with a bad connection sends it twice.
  await Promise.all([1, 2].map(() => placeRepayment(services, caller, placing)))
  return requestNo
}

function aimOf(
  { loanNos }: History,
  running: Awaited<ReturnType<typeof readBills>>['running'],
  { loanNo, which }: { readonly loanNo: string; readonly which: number },
): RepaymentAim {
  if (which % 11 === 0) return { kind: 'earlyFull', loanNo }
  if (which % 7 === 0) return { kind: 'earlyPart', loanNo, amount: fen(200_00n) }
  const wanted = which % 4 === 0 ? loanNos : [loanNo]
  const picks = running
    .filter((stored) => wanted.includes(stored.loanNo))
    .flatMap((stored) => {
      const first = stored.loan.instalments.find(isOpen)
      return first ? [{ loanNo: stored.loanNo, n: first.n }] : []
    })
  return { kind: 'due', picks: picks.length > 0 ? picks : [{ loanNo, n: 1 }] }
}

/** Confirms an order by code or on the app's page, depending on its method. */
export async function confirm(
  history: History,
  services: Services,
  requestNo: string,
): Promise<void> {
  const { caller } = history.borrower
  await savePassedCheck(history.world.services.database, services, {
    session: caller.session,
    purpose: 'payment',
  })
  try {
    await confirmRepayment(services, caller, { requestNo })
  } catch (error) {
    if (!(error instanceof Refused) || error.refusal.kind !== 'payment-method-unavailable') {
      throw error
    }
    await createAppOrder(services, caller, { requestNo })
  }
}

async function automatic(history: History, services: Services, which: number): Promise<void> {
  const { customer } = history.borrower
  const date = await services.businessDate()
  const loanNo = history.loanNos[which % 2] ?? ''
  await debitLoan(services, { customer, loanNo, date, round: 1 + (which % 3) })
}

/** An automatic debit and its result, and after a decline the next way to debit. */
async function round(history: History, services: Services, which: number): Promise<void> {
  const { customer } = history.borrower
  for (let turn = 0; turn < 2; turn += 1) {
    await automatic(history, services, which)
    const requestNo = (await readOrders(history)).at(-1)?.requestNo
    if (requestNo !== undefined) await collect(services, { customer, requestNo })
  }
}

async function refund(history: History, services: Services, which: number): Promise<void> {
  const { customer } = history.borrower
  const rows = await history.world.services.database.query<{ refund_no: string }>(
    'SELECT refund_no FROM refunds WHERE customer_no = $1 ORDER BY refund_no',
    [customer],
  )
  const refundNo = pick(rows, which)?.refund_no
  if (refundNo !== undefined) await sendRefund(services, { customer, refundNo })
}

async function readOrders({ world, borrower }: History): Promise<History['orders']> {
  const rows = await world.services.database.query<{ request_no: string; order_no: string }>(
    `SELECT request_no, order_no FROM payment_orders WHERE customer_no = $1 ORDER BY placed_at`,
    [borrower.customer],
  )
  return rows.map((row) => ({ requestNo: row.request_no, orderNo: row.order_no }))
}

export async function readHistoryLoans({ world, borrower }: History) {
  return readLoans(world.services.database, borrower.customer)
}
