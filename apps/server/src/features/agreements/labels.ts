import { lender } from '#platform/config/brand.ts'
import { displayYuan, type Money } from '@qingzhou/domain/money/money'
import { conventions } from '@qingzhou/domain/product'
import type { CostSheet, PlannedInstalment } from '@qingzhou/contract/features/loans'
import type { Block } from '@qingzhou/contract/features/reference'
import { pairs, paragraph, table } from '#platform/documents/paper.ts'
import { orBlank, type Facts } from './template.ts'

export function yuanOf(amount: Money): string {
  return `${displayYuan(amount)} 元`
}

/** Formats 72000 ppm as 7.20%. */
export function percentOf(ppm: bigint): string {
  return `${(Number(ppm) / 10_000).toFixed(2)}%`
}

/** The parties of a contract. */
export function parties({ borrower }: Facts, roles: { lends: string }): Block {
  return pairs({
    [roles.lends]: lender.company,
    '乙方（借款人）': borrower.name,
    证件号码: borrower.idNumber,
    联系电话: borrower.phone,
  })
}

/** Every instalment of a plan; a blank if there is no plan. */
export function planTable(instalments: readonly PlannedInstalment[] | undefined): Block {
  if (!instalments) return paragraph(orBlank(undefined))
  const hasFees = instalments.some(({ fee }) => fee > 0n)
  return table(
    ['期数', '还款日', '本金', '利息', ...(hasFees ? ['服务费'] : []), '优惠', '应还'],
    instalments.map(({ n, dueDate, principal, interest, fee, given: discount, amount }) => [
      String(n),
      dueDate,
      ...[principal, interest, ...(hasFees ? [fee] : []), discount, amount].map(displayYuan),
    ]),
  )
}

/**
 * The clause on late payment. With a cost sheet it states the loan's own late rate and cap; without
 * one, the general rule.
 */
export function lateClause(costSheet: CostSheet | undefined): string {
  const how = costSheet?.late.find(({ name }) => name === '罚息')?.how
  if (how !== undefined) return `到期未还的，计收罚息：${how}。罚息不计复利。`
  return `到期未还的，自还款日次日起按逾期本金逐日计收罚息，${lateRateText}；逾期 ${conventions.late.graceDays} 天内还清的，不收罚息。罚息不计复利。`
}

/**
 * The general late rate rule: a multiple of the contract rate, capped at the limit that applies on
 * the day of the draw.
 */
export const lateRateText = `罚息利率为合同利率的 ${Number(conventions.late.ratePercent) / 100} 倍，且不超过放款当日适用的综合年化成本上限`

export const LENDER_ROLE = '甲方（贷款人）'
