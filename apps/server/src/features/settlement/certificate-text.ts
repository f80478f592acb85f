import type { Block } from '@qingzhou/contract/features/reference'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { lender } from '@qingzhou/platform/config/brand'
import { fundersText } from '@qingzhou/domain/cost/cost-sheet'
import { displayYuan, type Money } from '@qingzhou/domain/money/money'
import type { LimitRecord } from '@qingzhou/lending/index'
import { headingBlock, pairs, paragraph, table } from '@qingzhou/platform/documents/document'
import { figuresOf, type Accounts, type SettledLoan } from './read-accounts.ts'

/** The holder of a certificate, with a masked ID number. */
export type Holder = { readonly name: string; readonly idNumber: string }

/** The text of a settlement certificate. */
export function settlementText(settled: SettledLoan, { name, idNumber }: Holder): Block[] {
  const { record, loanNo, settledOn } = settled
  return [
    paragraph(
      `兹证明：${name}（证件号码 ${idNumber}）在本公司的下列借款，本金、利息及其他应付款项已于 ${inWords(settledOn)}全部结清，该笔借款项下不再有欠款。`,
    ),
    pairs({
      借款人: name,
      证件号码: idNumber,
      借据编号: loanNo,
      借款金额: yuanOf(record.loan.amount),
      放款日期: record.loan.start,
      结清日期: settledOn,
      结清方式: ways[settled.way](settled),
      贷款人: lendersOf(settled),
    }),
    paragraph('本证明只说明上述一笔借款的情况，不涉及借款人的其他借款。'),
  ]
}

const ways: Record<SettledLoan['way'], (settled: SettledLoan) => string> = {
  bill: () => '按账单还清',
  early: () => '提前结清',
  waiver: () => '减免后结清',
  moved: ({ movedInto }) =>
    `部分或全部欠款转入分期借据 ${movedInto.join('、')}，该分期借据也已结清`,
}

/** A loan that was funded together has several lenders, each named with its share. */
function lendersOf({ partners }: SettledLoan): string {
  const funders = fundersText(lender, partners)
  return partners.length > 0 ? `${funders}共同出资` : funders
}

/** The text of an account statement. */
export function statementText(accounts: Accounts, { name, idNumber }: Holder): Block[] {
  const { openCount, openPrincipal, overdueCount, settledCount } = figuresOf(accounts)
  return [
    paragraph(`兹证明：截至 ${inWords(accounts.today)}，${name}在本公司的信贷账户情况如下。`),
    pairs({
      借款人: `${name}（证件号码 ${idNumber}）`,
      ...limitOf(accounts),
      未结清借款: openCount === 0 ? '无' : `${openCount} 笔，剩余本金 ${yuanOf(openPrincipal)}`,
      当前逾期: overdueCount === 0 ? '无' : `${overdueCount} 笔`,
      已结清借款: settledCount === 0 ? '无' : `${settledCount} 笔`,
      出具人: lender.company,
      金融许可证号: lender.licenceNo,
      住所: lender.address,
    }),
    ...openLoans(accounts),
    paragraph(
      '本证明由本公司根据自身账簿出具，不是中国人民银行征信中心的信用报告，也不包含其他机构的信贷情况。',
    ),
  ]
}

function limitOf({ limit, today }: Accounts): Readonly<Record<string, string>> {
  if (!limit) return { 授信额度: '无' }
  if (limit.state === 'cancelled') return { 授信额度: '已注销' }
  return {
    授信额度: `${yuanOf(limit.granted)}（${limitState(limit, today)}）`,
    已用额度: yuanOf(limit.used),
  }
}

function limitState({ state, validUntil }: LimitRecord, today: LocalDate): string {
  if (today > validUntil) return `已于 ${validUntil} 到期`
  return state === 'frozen' ? '已冻结' : `有效期至 ${validUntil}`
}

function openLoans({ open }: Accounts): Block[] {
  if (open.length === 0) return []
  const rows = open.map(({ record, principal, daysOverdue }) => [
    record.loanNo,
    record.loan.start,
    displayYuan(record.loan.amount),
    displayYuan(principal),
    daysOverdue === 0 ? '正常' : `逾期 ${daysOverdue} 天`,
  ])
  const columns = ['借据编号', '放款日期', '借款金额（元）', '剩余本金（元）', '状态']
  return [headingBlock('未结清借款'), table(columns, rows)]
}

function yuanOf(amount: Money): string {
  return `${displayYuan(amount)} 元`
}

/** A date for use in a Chinese sentence. */
export function inWords(date: LocalDate): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${year} 年 ${month} 月 ${day} 日`
}
