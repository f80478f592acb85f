import type { CustomerNo } from '@qingzhou/platform/ids'
import { inside, type Transaction } from '@qingzhou/platform/database/database'
import {
  recordRefundStep,
  findOriginal,
  findRefund,
  lockRefund,
  type Original,
  type RefundRecord,
} from '#features/repayment/refund-store.ts'
import type { Services } from '#services.ts'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { assert } from '@qingzhou/domain/assert'
import { displayYuan, type Money } from '@qingzhou/domain/money/money'
import {
  insertBankOrder,
  recordMovedTransfer,
  type PayProvider,
} from '@qingzhou/providers/records/bank-order-store'
import { refundNote } from '#features/repayment/lost-orders/notes.ts'
import { advanceOrder, type MoneyOrders, type OrderServices } from '#features/order-watch/index.ts'
import { findCard, holderOfCard, readCards } from '#features/cards/index.ts'
import { advanceRefund, confirmTransfer } from '@qingzhou/lending/index'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { readWireOrder } from '@qingzhou/providers/records/wire-order-store'
import type { TransferAnswer } from '@qingzhou/providers/bank/port'
import type { Task } from '@qingzhou/platform/tasks/tasks'
import { wireNoOf } from '@qingzhou/providers/wire-order'
import { Refused } from '@qingzhou/platform/refused'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'

type RefundKey = { readonly customer: CustomerNo; readonly refundNo: string }

type Deps = Pick<Services, 'tasks' | 'now'>
/** What settling depends on: no provider. */
type SendServices = Pick<Services, 'database' | 'vault' | 'now' | 'providers'>
type SettleServices = Pick<Services, 'database' | 'tasks' | 'now' | 'today' | 'vault'>

/** Records an overpayment as to be refunded and enqueues the refund at once. */
export async function recordRefundDue(tx: Transaction, deps: Deps, key: RefundKey): Promise<void> {
  await recordRefundStep(tx, key, { state: 'owed', at: deps.now() })
  await enqueueRefund(tx, deps, { ...key, seconds: 0 })
}

async function enqueueRefund(
  tx: Transaction,
  { tasks, now }: Deps,
  { customer, refundNo, seconds }: RefundKey & { readonly seconds: number },
): Promise<void> {
  const runAt = new Date(now().getTime() + seconds * 1_000)
  await tasks.add(tx, { ...taskOf({ customer, refundNo }), runAt })
}

function taskOf({ customer, refundNo }: RefundKey): Task<'send-refund'> {
  const payload = { customer, refundNo }
  return { kind: 'send-refund', payload, key: `${customer}:${refundNo}` }
}

const TRY_AGAIN_SECONDS = 6 * 3600

/**
 * Each attempt has its own order number, derived from the number of failures; it is recorded as
 * sent, with the provider, before the provider is called.
 */
const refunds: MoneyOrders<Sending> = {
  kind: 'refund',
  noAnswer: 'bank.refund-unknown',
  taskOf: ({ key }) => taskOf(key),
  // The wait does not grow.
  since: ({ refund }) => refund.steps[0]?.at ?? new Date(0),
  isSent: ({ refund }) => refund.state === 'sent',
  ask,
  place,
  settle: (services, sending, answer) =>
    settle(services, sending, {
      event: answer.state === 'done' ? 'returned' : 'failed',
      movedOn: (answer.state === 'done' && answer.on) || services.today(),
    }),
}

/** Advances a refund by one step. */
export async function sendRefund(services: OrderServices, key: RefundKey): Promise<void> {
  const refund = await findRefund(services.database, key)
  if (!refund || refund.state === 'returned' || refund.state === 'cancelled') return
  const original = await findOriginal(services.database, key)
  const orderNo = orderNoOf(key, refund)
  const by = await providerOf(services, { key, refund, original })
  await advanceOrder(services, refunds, { key, refund, orderNo, original, by })
}

type Sending = {
  readonly key: RefundKey
  readonly refund: RefundRecord
  readonly orderNo: string
  readonly original: Original | undefined
  readonly by: PayProvider
}

/**
 * The provider that an attempt was sent to, or is to be sent to: the app of the payment, and a card
 * after the app has refused. Without a card the app is tried again.
 */
async function providerOf(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  { key, refund, original }: Pick<Sending, 'key' | 'refund' | 'original'>,
): Promise<PayProvider> {
  if (refund.state === 'sent') return refundProvider(refund)
  if (!original || original.by === 'bank') return 'bank'
  const isRefused = refund.steps.some(({ sentBy }) => sentBy === original.by)
  if (!isRefused) return original.by
  const cards = await readCards(services.database, services, key.customer)
  return cards.length > 0 ? 'bank' : original.by
}

function refundProvider({ steps }: RefundRecord): PayProvider {
  return steps.findLast(({ state }) => state === 'sent')?.sentBy ?? 'bank'
}

/**
 * The refund number is derived from a client-chosen number, which two customers may share: the
 * random end of the customer number makes the order number unique.
 */
function orderNoOf({ customer, refundNo }: RefundKey, { steps }: RefundRecord): string {
  const failures = steps.filter(({ state }) => state === 'failed').length
  return `${refundNo}-${customer.slice(-7)}-r${failures + 1}`
}

/** The refund number of a bank order number. */
export function refundNoOf(orderNo: string): string {
  return orderNo.replace(/-\w{1,7}-r\d+$/, '')
}

async function place(services: OrderServices, sending: Sending): Promise<TransferAnswer> {
  if (sending.refund.state === 'sent') return order(services, sending)
  const by = await noteSent(services, sending)
  // Another run has ended this attempt.
  if (by === undefined) return { state: 'processing' }
  return order(services, { ...sending, by })
}

async function ask(
  services: Pick<Services, 'database' | 'providers'>,
  sending: Sending,
): Promise<TransferAnswer> {
  const { providers, database } = services
  const { orderNo, by, refund } = sending
  const { amount } = refund
  const wire = await readWireOrder(database, orderNo)
  if (by === 'bank') return providers.bank.transferState({ ...wire, amount })
  return providers[by].refundState({
    ...wire,
    amount,
    original: await readOriginal(services, sending),
  })
}

/** The payment, as the app or the bank knows it. */
async function readOriginal(
  { database }: Pick<Services, 'database'>,
  { original, orderNo }: Sending,
) {
  assert(original !== undefined, `refund ${orderNo}: payment missing`)
  return { ...(await readWireOrder(database, original.orderNo)), amount: original.amount }
}

/** Records an attempt once. Returns the provider that it was recorded with, by this run or another. */
async function noteSent(
  services: SettleServices,
  { key, orderNo, by, original }: Sending,
): Promise<PayProvider | undefined> {
  const { customer, refundNo } = key
  return services.database.inTransaction(async (tx) => {
    if (!(await isAt(tx, { key, orderNo, state: 'owed' }))) {
      const refund = await findRefund(tx, key)
      const isSent = refund?.state === 'sent' && orderNoOf(key, refund) === orderNo
      return isSent ? refundProvider(refund) : undefined
    }
    const deps = { database: inside(tx), now: services.now }
    const act = { customer, requestNo: `${orderNo}-sent`, actor: 'system' }
    await advanceRefund(deps, act, { refundNo, event: 'sent' })
    await recordRefundStep(tx, key, { state: 'sent', at: services.now(), sentBy: by })
    const orderedAt = services.now()
    const note = refundNote(services, { key, orderNo, original })
    await insertBankOrder(tx, { orderNo, kind: 'refund', customer, orderedAt, note })
    return by
  })
}

/**
 * Whether the refund is still in this state and attempt; false for the second of two runs and for
 * an old attempt.
 */
async function isAt(
  tx: Transaction,
  at: Pick<Sending, 'key' | 'orderNo'> & { readonly state: RefundRecord['state'] },
): Promise<boolean> {
  const refund = await lockRefund(tx, at.key)
  return refund?.state === at.state && orderNoOf(at.key, refund) === at.orderNo
}

/** Refunds to the payment in the app, or by the bank. */
async function order(services: SendServices, sending: Sending): Promise<TransferAnswer> {
  const { refund, orderNo, by } = sending
  if (by === 'bank') return orderByBank(services, sending)
  const wire = await readWireOrder(services.database, orderNo)
  const original = await readOriginal(services, sending)
  return services.providers[by].refund({ ...wire, amount: refund.amount, original })
}

/**
 * Refunds the debit itself at the first attempt; otherwise to the card that paid, or to the newest
 * card if that is gone or was not a card.
 */
async function orderByBank(services: SendServices, sending: Sending): Promise<TransferAnswer> {
  const { key, refund, orderNo, original } = sending
  const { customer } = key
  const { database, providers } = services
  const isFirst = refund.steps.every(({ state }) => state !== 'failed')
  const isOfDebit = isFirst && original?.by === 'bank'
  const paidBy = await findCard(database, services, { customer, cardId: refund.cardId })
  const card = paidBy ?? (await readCards(database, services, customer))[0]
  if (!card && !isOfDebit) return { state: 'declined', reason: '没有可退回的银行卡' }
  return providers.bank.transfer({
    ...(await readWireOrder(database, orderNo)),
    kind: 'refund',
    amount: refund.amount,
    cardToken: card?.token ?? '',
    ...(card && {
      holder: await holderOfCard(database, services, { customer, cardId: card.cardId }),
    }),
    ...(isOfDebit && { original: await readOriginal(services, sending) }),
  })
}

/**
 * Books an attempt that a provider has carried out and that is not recorded here. Refused if the
 * refund is not owed, or this is not its next attempt.
 */
export async function bookSentRefund(
  services: SettleServices,
  key: RefundKey,
  sent: {
    readonly wireNo: string
    readonly by: PayProvider
    readonly amount: Money
    readonly movedOn: LocalDate
  },
): Promise<void> {
  const { by, movedOn, wireNo, amount } = sent
  const refund = await findRefund(services.database, key)
  const orderNo = refund && orderNoOf(key, refund)
  if (orderNo === undefined || refund?.state !== 'owed' || refund.amount !== amount) {
    throw new Refused({ kind: 'refund-unknown' })
  }
  if (wireNoOf(orderNo) !== wireNo) throw new Refused({ kind: 'difference-not-matchable' })
  const original = await findOriginal(services.database, key)
  const sending = { key, refund, orderNo, original, by }
  await noteSent(services, sending)
  await settle(services, sending, { event: 'returned', movedOn })
}

async function settle(
  services: SettleServices,
  { key, refund, orderNo }: Sending,
  { event, movedOn }: { readonly event: 'returned' | 'failed'; readonly movedOn: LocalDate },
): Promise<void> {
  const { customer, refundNo } = key
  const { amount } = refund
  const act = (what: string) => ({ customer, requestNo: `${orderNo}-${what}`, actor: 'system' })
  await services.database.inTransaction(async (tx) => {
    if (!(await isAt(tx, { key, orderNo, state: 'sent' }))) return
    const deps = { database: inside(tx), now: services.now }
    await advanceRefund(deps, act(event), { refundNo, event })
    await recordRefundStep(tx, key, { state: event, at: services.now() })
    if (event === 'failed') {
      await enqueueRefund(tx, services, { ...key, seconds: TRY_AGAIN_SECONDS })
      return
    }
    const sent = await findRefund(tx, key)
    const by = sent ? refundProvider(sent) : 'bank'
    await confirmTransfer(deps, act('bank'), { kind: 'refund', transferNo: refundNo })
    await recordMovedTransfer(tx, customer, {
      orderNo,
      provider: by,
      kind: 'refund',
      amount,
      movedOn,
    })
    const words = { amount: displayYuan(amount) }
    const sms = by === 'bank' ? smsOf('refunded', words) : smsOf('refunded/app', words)
    await enqueueSms(tx, services, { customer, messageNo: `${refundNo}-back`, sms })
  })
}
