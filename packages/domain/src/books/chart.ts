import type { Account } from '#ledger/entries.ts'

/** The accounts of the general ledger: those of the loans, and the tax on their income. [X8] */
export type BookAccount = Account | 'value-added-tax'

/** How a lender numbers and names an account. */
export type ChartRow = { readonly number: string; readonly name: string }

export type Chart = Readonly<Record<BookAccount, ChartRow>>

/** Numbers and names as in the accounting standards for enterprises; subaccounts are ours. */
// A table: one account, one line.
// oxfmt-ignore
export const defaultChart: Chart = {
  bank: { number: '1002', name: '银行存款' },
  clearing: { number: '1012', name: '其他货币资金-清算户' },
  interest: { number: '113201', name: '应收利息' },
  penalty: { number: '113202', name: '应收罚息' },
  fee: { number: '122101', name: '应收手续费' },
  principal: { number: '130301', name: '贷款本金' },
  'value-added-tax': { number: '222101', name: '应交增值税' },
  'refunds-payable': { number: '224101', name: '应退借款人款项' },
  conversion: { number: '300201', name: '借据转换' },
  'interest-income': { number: '601101', name: '利息收入' },
  'penalty-income': { number: '601102', name: '罚息收入' },
  'fee-income': { number: '602101', name: '手续费收入' },
  'coupon-cost': { number: '660101', name: '优惠券支出' },
  waived: { number: '671101', name: '减免支出' },
}

// The keys of a constant.
export const bookAccounts = Object.keys(defaultChart) as readonly BookAccount[]

/** Why a chart is refused, with the row: an account that has no row is named instead. [X8] */
export type ChartFault = {
  readonly row: string
  readonly reason:
    | 'header-wrong'
    | 'row-malformed'
    | 'account-unknown'
    | 'account-twice'
    | 'number-malformed'
    | 'number-taken'
    | 'account-missing'
}

export type ChartReading =
  | { readonly ok: true; readonly chart: Chart }
  | { readonly ok: false; readonly fault: ChartFault }

const HEADER = 'account,number,name'
const COLUMNS = 3

/** Reads a lender's own chart from CSV: every account of the general ledger once, each with its own number. [X8] */
export function readChart(text: string): ChartReading {
  const [header = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  if (header.trim() !== HEADER) return refuseChart(header, 'header-wrong')
  const chart = new Map<BookAccount, ChartRow>()
  for (const line of lines) {
    const cells = line.split(',').map((cell) => cell.trim())
    const [name = '', number = '', title = ''] = cells
    const account = bookAccounts.find((one) => one === name)
    if (cells.length !== COLUMNS || title === '') return refuseChart(line, 'row-malformed')
    if (!account) return refuseChart(line, 'account-unknown')
    if (chart.has(account)) return refuseChart(line, 'account-twice')
    if (!/^\d[\d.-]{0,29}$/.test(number)) return refuseChart(line, 'number-malformed')
    if ([...chart.values()].some((row) => row.number === number)) {
      return refuseChart(line, 'number-taken')
    }
    chart.set(account, { number, name: title })
  }
  const missing = bookAccounts.find((account) => !chart.has(account))
  if (missing) return refuseChart(missing, 'account-missing')
  // Every account has its row.
  return { ok: true, chart: Object.fromEntries(chart) as Chart }
}

function refuseChart(row: string, reason: ChartFault['reason']): ChartReading {
  return { ok: false, fault: { row, reason } }
}
