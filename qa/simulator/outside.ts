import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Money } from '@qingzhou/domain/money/money'
import type { BindCard } from '@qingzhou/server/features/loans/testing/inserted-borrower.ts'
import type { Offer } from '@qingzhou/providers/mall/port'
import type { Providers } from '@qingzhou/providers/providers'
import type { Chance } from './chance.ts'

/** The providers of a simulation: simulated in the process, or behind the adapters. */
export type Outside = {
  /** The number of orders placed so far. */
  ordered(): number
  /** The number and amount of each completed transfer, by the providers' own books. */
  moved(): Promise<readonly (readonly [wireNo: string, amount: Money])[]>
  readonly messages: { sent: number }
  /** The last SMS sent to a phone. */
  lastText(phone: string): Promise<string>
  /** Tokens of cards without balance: their debits are declined. */
  readonly emptyCards: Set<string>
  /** Tokens of cards that take no money: refunds to them are declined. */
  readonly closedCards: Set<string>
  /** The bank carries out an order that it has declined. */
  changeMind(orderNo: string): Promise<void>
  /** The bank takes the money of a debit back. */
  takeBack(orderNo: string): Promise<void>
  /** Bank, wallet and mall are unavailable: every call fails. */
  isUnavailable: boolean
  /** Random faults are switched off. */
  isFaultless: boolean
  readonly payMethods: readonly ('card' | 'wallet' | 'messenger')[]
  /** What the mall sells. */
  readonly offers: readonly Offer[]
  /** Binds a new card; without it the bank knows every card. */
  readonly bindCard?: BindCard
  /** Sets the customer's decision on the payment page of an order. */
  decide(orderNo: string, result: 'done' | 'declined'): Promise<void>
  /** Cancels the payments that no customer has decided on. */
  closePages(): Promise<void>
  /** Advances what the providers do by themselves. */
  advance(): Promise<void>
  /** Delivers the notices that are due. Returns whether there were any. */
  notify(): Promise<boolean>
  /** The providers that the product uses. */
  over(providers: Providers): Providers
}

export const LOST_CALL_SHARE = 0.02
export const LOST_ANSWER_SHARE = 0.02
export const SLOW_SHARE = 0.1

/**
 * The first call with an order number determines its random sequence, also when the call is lost.
 */
export function createOrderChances(chance: Chance, today: () => LocalDate) {
  const chances = new Map<string, Chance>()
  return {
    chanceOf: (orderNo: string) =>
      chances.get(orderNo) ?? chance.branch(`${today()} unknown order`),
    meet: (orderNo: string, what: string): Chance => {
      const known = chances.get(orderNo)
      if (known) return known
      const own = chance.branch(`${today()} ${what}`)
      chances.set(orderNo, own)
      return own
    },
  }
}
