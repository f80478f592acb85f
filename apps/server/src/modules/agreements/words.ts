import { lender } from '@qingzhou/domain/lender'
import { displayYuan, type Money } from '@qingzhou/domain/money/money'
import type { PlannedInstalment } from '@qingzhou/contract/loans'
import type { Block } from '@qingzhou/contract/reference'
import { pairs, paragraph, table } from '#papers/blocks.ts'
import { orBlank } from './blanks.ts'
import type { Facts } from './template.ts'

export function yuanOf(amount: Money): string {
  return `${displayYuan(amount)} 元`
}

/** 72000 parts per million read 7.20 %. */
export function percentOf(ppm: bigint): string {
  return `${(Number(ppm) / 10_000).toFixed(2)}%`
}

/** Both sides of a contract, at its head. */
export function parties({ borrower }: Facts, roles: { lends: string }): Block {
  return pairs({
    [roles.lends]: lender.company,
    '乙方（借款人）': borrower.name,
    证件号码: borrower.idNumber,
    联系电话: borrower.phone,
  })
}

/** Every instalment of a plan; a blank while there is none. */
export function planTable(instalments: readonly PlannedInstalment[] | undefined): Block {
  if (!instalments) return paragraph(orBlank(undefined))
  return table(
    ['期数', '还款日', '本金', '利息', '优惠', '应还'],
    instalments.map(({ n, dueDate, principal, interest, given, amount }) => [
      String(n),
      dueDate,
      ...[principal, interest, given, amount].map(displayYuan),
    ]),
  )
}

export const LENDER_ROLE = '甲方（贷款人）'
