import type { Bank } from '@qingzhou/contract/cards'
import { fen } from '@qingzhou/domain/money/money'

const TEN_THOUSAND_YUAN_FEN = 10_000_00n

/** Limits in units of ten thousand yuan, as banks print them. */
function bank(bankCode: string, bankName: string, limits: { once: bigint; day: bigint }): Bank {
  return {
    bankCode,
    bankName,
    singleLimit: fen(limits.once * TEN_THOUSAND_YUAN_FEN),
    dayLimit: fen(limits.day * TEN_THOUSAND_YUAN_FEN),
  }
}

/** The banks whose savings cards can be bound, and how much each moves at once and in a day. */
// A table: one bank, one line.
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
