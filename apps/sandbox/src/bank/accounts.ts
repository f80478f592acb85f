import { type providerCalls, MALL_ACCOUNT } from '@qingzhou/provider-api/calls'
import * as z from 'zod'
import type { CardBehaviour } from '@qingzhou/provider-api/test-people'
import { ProviderRefusal } from '#providers/provider-refusal.ts'
import type { Faults } from '#faults.ts'
import type { Records } from '#records.ts'
import { bankDateOf } from './settling.ts'
import { conductOf, type CardBook } from './card-book.ts'

const order = z.object({
  kind: z.enum(['payout', 'debit', 'refund', 'return']),
  cardToken: z.string(),
  amountFen: z.string(),
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
  isTold: z.boolean(),
})
export type Transfer = z.output<typeof transfer>
export type TransferAnswer = z.input<typeof providerCalls.bank.transfer.response>

/** The state of a transfer, as the bank reports it. */
export function standingOf(found: Transfer | undefined, now: number): TransferAnswer {
  if (!found) return { state: 'unknown' }
  const { amountFen, settleAt, result, reason } = found
  if (now < settleAt) return { state: 'processing', amountFen }
  if (result === 'declined') return { state: result, amountFen, reason: reason ?? '' }
  return { state: result, amountFen, bankDate: bankDateOf(settleAt) }
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

export type Accounts = ReturnType<typeof createAccounts>

/** The balances of the cards, and whether a transfer is possible. */
export function createAccounts(parts: {
  readonly transfers: Records<Transfer>
  readonly cards: CardBook
  readonly faults: Faults
}) {
  const { transfers, cards, faults } = parts

  /** Conduct set by hand for a card number; not stored. */
  const told = new Map<string, CardBehaviour>()

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
      .reduce((sum, { kind, amountFen }) => sum + signOf(kind) * BigInt(amountFen), opening)
  }

  /** A bound card can be paid and debited, the mall's account only paid. */
  function isPayable(kind: TransferOrder['kind'], cardToken: string): boolean {
    return (
      cards.byToken(cardToken) !== undefined || (kind === 'payout' && cardToken === MALL_ACCOUNT)
    )
  }

  return {
    conduct,
    /** Sets how later transfers to and from the card end. */
    behave: (cardNumber: string, next: CardBehaviour) => void told.set(cardNumber, next),
    forget: () => told.clear(),
    balanceOf,

    complaintAbout({ kind, cardToken, amountFen }: TransferOrder): string | undefined {
      if (!isPayable(kind, cardToken)) return '该卡未签约'
      if (faults.of('bank').decline) return '银行暂不受理该笔交易'
      if (conduct(cardToken) === 'frozen') return '账户状态异常'
      if (BigInt(amountFen) === 0n) return '金额有误'
      return kind === 'debit' && BigInt(amountFen) > balanceOf(cardToken) ? '余额不足' : undefined
    },
  }
}

function signOf(kind: TransferOrder['kind']): bigint {
  return kind === 'debit' || kind === 'return' ? -1n : 1n
}
