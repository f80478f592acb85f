import type { CardInfo } from 'bankcard'
import { CardType, searchCardBin } from 'bankcard'
import type { Bank } from '@qingzhou/contract/features/cards'
import type { Money } from '@qingzhou/domain/money/money'
import { fen } from '@qingzhou/domain/money/money'

const TEN_THOUSAND_YUAN_FEN = 10_000_00n

/** Limits are in units of 10,000 yuan, as banks publish them. */
function bank(bankCode: string, bankName: string, limits: { once: bigint; day: bigint }): Bank {
  return {
    bankCode,
    bankName,
    singleLimit: fen(limits.once * TEN_THOUSAND_YUAN_FEN),
    dayLimit: fen(limits.day * TEN_THOUSAND_YUAN_FEN),
  }
}

/** The banks whose savings cards can be bound, with their limits per transfer and per day. */
// A table: one bank per line.
// oxfmt-ignore
export const supportedBanks: readonly Bank[] = [
  bank('ICBC',    '工商银行', { once: 5n, day: 20n }),
  bank('ABC',     '农业银行', { once: 5n, day: 20n }),
  bank('BOC',     '中国银行', { once: 5n, day: 20n }),
  bank('CCB',     '建设银行', { once: 5n, day: 20n }),
  bank('COMM',    '交通银行', { once: 5n, day: 20n }),
  bank('PSBC',    '邮储银行', { once: 5n, day: 10n }),
  bank('CMB',     '招商银行', { once: 5n, day: 20n }),
  bank('CITIC',   '中信银行', { once: 5n, day: 10n }),
  bank('CEB',     '光大银行', { once: 5n, day: 20n }),
  bank('HXBANK',  '华夏银行', { once: 5n, day: 10n }),
  bank('CMBC',    '民生银行', { once: 5n, day: 10n }),
  bank('GDB',     '广发银行', { once: 5n, day: 10n }),
  bank('SPABANK', '平安银行', { once: 5n, day: 20n }),
  bank('SPDB',    '浦发银行', { once: 5n, day: 10n }),
  bank('CIB',     '兴业银行', { once: 5n, day: 10n }),
  bank('BJBANK',  '北京银行', { once: 5n, day: 5n }),
  bank('SHBANK',  '上海银行', { once: 5n, day: 5n }),
  bank('NBBANK',  '宁波银行', { once: 5n, day: 5n }),
  bank('JSBANK',  '江苏银行', { once: 5n, day: 5n }),
]

export function findSupportedBank(bankCode: string): Bank | undefined {
  return supportedBanks.find((one) => one.bankCode === bankCode)
}

export type BankOfNumber =
  | { readonly cardType: 'unknown' }
  | {
      readonly cardType: 'savings' | 'credit'
      readonly bankCode: string
      readonly bankName: string
      /** Unset if cards of the bank cannot be bound. */
      readonly singleLimit?: Money
      readonly dayLimit?: Money
    }

/** The bank that issued a card, by its first digits. */
export function bankOfNumber(digits: string): BankOfNumber {
  const issued = issueOf(digits)
  if (!issued) return { cardType: 'unknown' }

  const { bankCode } = issued
  const supported = findSupportedBank(bankCode)
  return {
    // Money can be lent to debit cards only, so prepaid cards are treated like credit cards.
    cardType: issued.cardType === CardType.DC ? 'savings' : 'credit',
    bankCode,
    bankName: supported?.bankName ?? issued.bankName,
    ...(supported && { singleLimit: supported.singleLimit, dayLimit: supported.dayLimit }),
  }
}

/** Several issues may match: the longest prefix wins, then the matching length. */
function issueOf(digits: string): CardInfo | undefined {
  const agreeing = ({ cardBin, len }: CardInfo) =>
    2 * cardBin.length + (len === digits.length ? 1 : 0)
  return searchCardBin(digits, { multiple: true }).toSorted(
    (left, right) => agreeing(right) - agreeing(left),
  )[0]
}

/** Whether the number has the length of its card issue. */
export function hasIssueLength(cardNumber: string): boolean {
  return issueOf(cardNumber)?.len === cardNumber.length
}
