import { MALL_ACCOUNT } from '@qingzhou/provider-api/calls'
import type { CardConduct } from '@qingzhou/provider-api/test-people'
import type { Faults } from '#faults.ts'
import type { Records } from '#records.ts'
import { conductOf } from './card-book.ts'
import type { CardBook } from './card-book.ts'
import type { Transfer, TransferOrder } from './transfer.ts'

const OPENING_BALANCE_FEN = 50_000_00n
const POOR_BALANCE_FEN = 100_00n

export type Accounts = ReturnType<typeof createAccounts>

/** What is on the cards, and whether a transfer can be carried out. */
export function createAccounts(parts: {
  readonly transfers: Records<Transfer>
  readonly cards: CardBook
  readonly faults: Faults
}) {
  const { transfers, cards, faults } = parts

  /** What was told of a card by hand; forgotten with the program, as a mood is. */
  const told = new Map<string, CardConduct>()

  function conduct(cardToken: string): CardConduct {
    const number = cards.byToken(cardToken)?.cardNumber ?? ''
    return told.get(number) ?? conductOf(number)
  }

  /** What there was, and what has moved or is about to. */
  function balanceOf(cardToken: string): bigint {
    const opening = conduct(cardToken) === 'poor' ? POOR_BALANCE_FEN : OPENING_BALANCE_FEN
    return transfers
      .all()
      .filter((moved) => moved.cardToken === cardToken && moved.result === 'done')
      .reduce((sum, { kind, amountFen }) => sum + signOf(kind) * BigInt(amountFen), opening)
  }

  /** A card that was bound; and the mall's account, which is paid and never debited. */
  function isPayable(kind: TransferOrder['kind'], cardToken: string): boolean {
    return (
      cards.byToken(cardToken) !== undefined || (kind === 'payout' && cardToken === MALL_ACCOUNT)
    )
  }

  return {
    conduct,
    /** From now on transfers to and from the card go so. */
    behave: (cardNumber: string, next: CardConduct) => void told.set(cardNumber, next),
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
