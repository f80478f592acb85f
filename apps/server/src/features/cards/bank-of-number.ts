import { CardType, searchCardBin, type CardInfo } from 'bankcard'
import type { Money } from '@qingzhou/domain/money/money'
import { findSupportedBank } from './supported-banks.ts'

export type BankOfNumber =
  | { readonly cardType: 'unknown' }
  | {
      readonly cardType: 'savings' | 'credit'
      readonly bankCode: string
      readonly bankName: string
      /** Left out: not one of the banks whose cards can be bound. */
      readonly singleLimit?: Money
      readonly dayLimit?: Money
    }

/** Which bank issued a card, told by its first digits. */
export function bankOfNumber(digits: string): BankOfNumber {
  const issued = issueOf(digits)
  if (!issued) return { cardType: 'unknown' }

  const { bankCode } = issued
  const supported = findSupportedBank(bankCode)
  return {
    // Debit cards are the only ones money can be lent to; prepaid ones count as what they are not.
    cardType: issued.cardType === CardType.DC ? 'savings' : 'credit',
    bankCode,
    bankName: supported?.bankName ?? issued.bankName,
    ...(supported && { singleLimit: supported.singleLimit, dayLimit: supported.dayLimit }),
  }
}

/** Some issues begin like others: the one that more digits agree with is meant. */
function issueOf(digits: string): CardInfo | undefined {
  const agreeing = ({ cardBin, len }: CardInfo) =>
    2 * cardBin.length + (len === digits.length ? 1 : 0)
  return searchCardBin(digits, { multiple: true }).toSorted(
    (left, right) => agreeing(right) - agreeing(left),
  )[0]
}

/** Whether a card of this issue has as many digits as were typed. */
export function hasLengthOfIssue(cardNumber: string): boolean {
  return issueOf(cardNumber)?.len === cardNumber.length
}
