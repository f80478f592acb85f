import type { BillInstalment } from '@qingzhou/contract/features/repayment/bills'
import type { Block } from '@qingzhou/contract/features/reference'
import { lender } from '@qingzhou/platform/config/brand'
import { displayYuan, sum } from '@qingzhou/domain/money/money'
import { maskIdNumber } from '@qingzhou/domain/people/masking'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { getPerson } from '#features/identity/index.ts'
import {
  headingBlock,
  pairs,
  paragraph,
  table,
  type PrintableDocument,
} from '@qingzhou/platform/documents/document'
import type { Services } from '#services.ts'
import { instalmentsOfMonth } from './bills.ts'
import { paymentsOfMonth, type PaymentRecord, type PaidKind } from './payment-store.ts'
import { readBills } from './read-bills.ts'

/** The document of a month: bills, payments and what is still open. */
export async function writeStatement(
  services: Pick<Services, 'database' | 'vault'>,
  { customer, month }: { readonly customer: CustomerNo; readonly month: string },
): Promise<PrintableDocument> {
  const { database } = services
  const [bills, person, payments] = await Promise.all([
    readBills(services, customer),
    getPerson(database, services, customer),
    paymentsOfMonth(database, customer, month),
  ])
  const instalments = instalmentsOfMonth(bills, month)
  const title = `${month.slice(0, 4)} 年 ${Number(month.slice(4))} 月对账单`
  return {
    title,
    blocks: [
      pairs({
        借款人: person.name,
        证件号码: maskIdNumber(person.idNumber),
        贷款人: lender.company,
        本月应还: yuanOf(instalments.map(({ due }) => sum(Object.values(due)))),
        已还: yuanOf(instalments.map(({ paid }) => sum(Object.values(paid)))),
        待还: yuanOf(instalments.map(({ amount }) => amount)),
      }),
      ...billsOf(instalments),
      ...paymentsOf(payments),
      paragraph(`如有疑问，请致电 ${lender.servicePhone}（${lender.serviceHours}）。`),
    ],
    foot: `截至 ${bills.today} · 金额单位：元 · ${lender.company}`,
  }
}

function yuanOf(amounts: Parameters<typeof sum>[0]): string {
  return `${displayYuan(sum(amounts))} 元`
}

function billsOf(instalments: readonly BillInstalment[]): Block[] {
  if (instalments.length === 0) return [headingBlock('本月账单'), paragraph('本月没有应还账单。')]
  const rows = instalments.map((one) => [
    `${one.loanNo.slice(-6)} 第 ${one.n}/${one.months} 期`,
    one.dueDate,
    ...[one.due.principal, one.due.interest, one.due.penalty, one.due.fee].map(displayYuan),
    displayYuan(one.amount),
  ])
  const columns = ['借款尾号与期次', '还款日', '本金', '利息', '罚息', '费用', '待还']
  return [headingBlock('本月账单'), table(columns, rows)]
}

const kindNames: Record<PaidKind, string> = {
  due: '账单还款',
  'early-full': '提前结清',
  'early-part': '部分提前还款',
  waiver: '减免还款',
  conversion: '转入新分期',
}

function paymentsOf(payments: readonly PaymentRecord[]): Block[] {
  if (payments.length === 0) return [headingBlock('本月还款'), paragraph('本月没有还款。')]
  const rows = payments.map(
    ({ paidOn, kind, loanNos, amount, overpaid, reversedOn, wasBookedWrongly }) => [
      paidOn,
      reversedOn === undefined
        ? kindNames[kind]
        : `${kindNames[kind]}（${reversedOn} ${wasBookedWrongly ? '已更正' : '已撤销'}）`,
      loanNos.map((loanNo) => loanNo.slice(-6)).join('、'),
      displayYuan(amount),
      displayYuan(overpaid),
    ],
  )
  const columns = ['日期', '类型', '借款尾号', '金额', '其中退回']
  return [headingBlock('本月还款'), table(columns, rows)]
}
