import type { providerCalls } from '@qingzhou/provider-api/calls'
import { MALL_ACCOUNT } from '#merchant.ts'
import { declineCodes } from '@qingzhou/provider-api/decline-codes'
import * as z from 'zod'
import type { CardBehaviour } from '@qingzhou/provider-api/test-people'
import { ProviderRefusal } from '#providers/provider-refusal.ts'
import type { Faults } from '#faults.ts'
import type { Records } from '#records.ts'
import { bankDateOf } from './settling.ts'
import { conductOf, type CardBook } from './card-book.ts'

const order = z.object({
  kind: z.enum(['disbursement', 'debit', 'refund', 'return']),
  cardToken: z.string(),
  amountFen: z.string(),
  /** The debit that is refunded, or the disbursement that its payee has paid back. */
  originalNo: z.exactOptional(z.string()),
  note: z.optional(z.string()),
})
export type TransferOrder = z.output<typeof order>

export const transfer = z.object({
  id: z.string(),
  ...order.shape,
  notifyUrl: z.string(),
  /** How often it was ordered; the money moves once. */
  timesOrdered: z.int(),
  settleAt: z.number(),
  result: z.enum(['done', 'declined']),
  reason: z.exactOptional(z.string()),
  code: z.exactOptional(z.enum(declineCodes)),
  isTold: z.boolean(),
  /** When its money was taken back. */
  reversedAt: z.exactOptional(z.number()),
  /** The time that its sender gave it, if that is not the lender. */
  orderedAt: z.exactOptional(z.number()),
})
export type Transfer = z.output<typeof transfer>
export type TransferAnswer = z.input<typeof providerCalls.bank.transfer.response>

/** The state of a transfer, as the bank reports it. */
export function toTransferAnswer(found: Transfer | undefined, now: number): TransferAnswer {
  if (!found) return { state: 'unknown' }
  const { amountFen, settleAt, result, reason, code, reversedAt, note } = found
  if (now < settleAt) return { state: 'processing', amountFen }
  if (result === 'declined') {
    return { state: result, amountFen, reason: reason ?? '', ...(code && { code }) }
  }
  const done = { state: result, amountFen, bankDate: bankDateOf(settleAt), ...(note && { note }) }
  return reversedAt === undefined ? done : { ...done, reversalDate: bankDateOf(reversedAt) }
}

/** An order number belongs to one transfer. */
export function assertSame(earlier: Transfer, given: TransferOrder): void {
  const { kind, cardToken, amountFen } = earlier
  const isSame =
    kind === given.kind && cardToken === given.cardToken && amountFen === given.amountFen
  if (!isSame) throw new ProviderRefusal(409, 'order-taken')
}

const OPENING_BALANCE_FEN = 50_000_00n
const POOR_BALANCE_FEN = 100_00n

/** What the bank debits from a card at once and on one of its days. */
export type DebitLimits = { readonly singleFen: bigint; readonly dayFen: bigint }
const USUAL_LIMITS: DebitLimits = { singleFen: 50_000_00n, dayFen: 200_000_00n }

type Complaint = Pick<Transfer, 'reason' | 'code'>

/** Cards that no transfer is possible with. */
const refusals: Readonly<Partial<Record<CardBehaviour, Complaint>>> = {
  frozen: { reason: '银行卡状态异常，可能已冻结或挂失', code: 'CARD_NOT_USABLE' },
  unsupported: { reason: '您的银行卡暂不支持该业务', code: 'CARD_NOT_SUPPORTED' },
}

export type Accounts = ReturnType<typeof createAccounts>

/** The balances of the cards, and whether a transfer is possible. */
export function createAccounts(parts: {
  readonly transfers: Records<Transfer>
  readonly cards: CardBook
  readonly faults: Faults
  readonly now: () => number
}) {
  const { transfers, cards, faults } = parts

  /** Conduct set by hand for a card number; not stored. */
  const told = new Map<string, CardBehaviour>()
  /** The same for the limits of a card. */
  const limits = new Map<string, DebitLimits>()

  function conduct(cardToken: string): CardBehaviour {
    const number = cards.byToken(cardToken)?.cardNumber ?? ''
    return told.get(number) ?? conductOf(number)
  }

  /** The opening balance and all transfers, settled or not. */
  function balanceOf(cardToken: string): bigint {
    const opening = conduct(cardToken) === 'poor' ? POOR_BALANCE_FEN : OPENING_BALANCE_FEN
    return transfers
      .all()
      .filter((moved) => moved.cardToken === cardToken && moved.result === 'done')
      .filter((moved) => moved.reversedAt === undefined)
      .reduce((sum, { kind, amountFen }) => sum + signOf(kind) * BigInt(amountFen), opening)
  }

  /** A bound card can be paid and debited, the mall's account only paid. */
  function isPayable(kind: TransferOrder['kind'], cardToken: string): boolean {
    return (
      cards.byToken(cardToken) !== undefined ||
      (kind === 'disbursement' && cardToken === MALL_ACCOUNT)
    )
  }

  function complaintAboutDebit(cardToken: string, amount: bigint): Complaint | undefined {
    const { singleFen, dayFen } =
      limits.get(cards.byToken(cardToken)?.cardNumber ?? '') ?? USUAL_LIMITS
    if (amount > balanceOf(cardToken)) return { reason: '余额不足', code: 'INSUFFICIENT_BALANCE' }
    if (amount > singleFen) return { reason: '超过单笔限额', code: 'SINGLE_LIMIT' }
    if (amount + debitedToday(parts, cardToken) <= dayFen) return undefined
    return { reason: '超过单日限额', code: 'DAY_LIMIT' }
  }

  return {
    conduct,
    /** Sets how later transfers to and from the card end. */
    behave: (cardNumber: string, next: CardBehaviour) => void told.set(cardNumber, next),
    limit: (cardNumber: string, next: DebitLimits) => void limits.set(cardNumber, next),
    forget() {
      told.clear()
      limits.clear()
    },
    balanceOf,

    complaintAbout(order: TransferOrder): Complaint | undefined {
      const { kind, cardToken, amountFen, originalNo } = order
      if (!isPayable(kind, cardToken)) return { reason: '该卡未签约' }
      if (faults.of('bank').decline) return { reason: '银行暂不受理该笔交易' }
      const refused = refusals[conduct(cardToken)]
      if (refused) return refused
      if (BigInt(amountFen) === 0n) return { reason: '金额有误' }
      if (kind === 'debit') return complaintAboutDebit(cardToken, BigInt(amountFen))
      return originalNo === undefined
        ? undefined
        : complaintAboutRefund(parts, { originalNo, amount: BigInt(amountFen) })
    },
  }
}

type Book = { readonly transfers: Records<Transfer>; readonly now: () => number }

function debitedToday({ transfers, now }: Book, cardToken: string): bigint {
  const today = bankDateOf(now())
  return transfers
    .all()
    .filter((one) => one.cardToken === cardToken && one.kind === 'debit')
    .filter((one) => one.result === 'done' && bankDateOf(one.settleAt) === today)
    .reduce((sum, { amountFen }) => sum + BigInt(amountFen), 0n)
}

/** A debit is refunded up to its amount. */
function complaintAboutRefund(
  { transfers, now }: Book,
  { originalNo, amount }: { readonly originalNo: string; readonly amount: bigint },
): Complaint | undefined {
  const original = transfers.get(originalNo)
  const isMade = original && toTransferAnswer(original, now()).state === 'done'
  if (!isMade || original.kind !== 'debit') return { reason: '原交易不存在或状态不正确' }
  const refunded = transfers
    .all()
    .filter((one) => one.originalNo === originalNo && one.result === 'done')
    .reduce((sum, { amountFen }) => sum + BigInt(amountFen), amount)
  return refunded > BigInt(original.amountFen) ? { reason: '退款金额超过原交易金额' } : undefined
}

function signOf(kind: TransferOrder['kind']): bigint {
  return kind === 'debit' || kind === 'return' ? -1n : 1n
}
