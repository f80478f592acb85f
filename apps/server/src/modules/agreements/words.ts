import { lender } from '@qingzhou/domain/lender'
import { displayYuan, type Money } from '@qingzhou/domain/money/money'
import type { Block } from '@qingzhou/contract/reference'
import { pairs } from '#papers/blocks.ts'
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

export const LENDER_ROLE = '甲方（贷款人）'
