import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { displayYuan, type Money } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { cancelByStaff } from '#features/limit-cancellation/index.ts'
import { listLinkedApps } from '#features/onboarding/index.ts'
import {
  amountField,
  choiceField,
  countField,
  customerField,
  dayField,
  proposalKind,
} from '#features/proposals/index.ts'
import { unlink } from '#features/security/index.ts'
import { endSessions, listSessions, type SessionApp } from '#features/sessions/index.ts'
import { findLimit, insertCoupon } from '@qingzhou/lending/index'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'

type OfCustomer = { readonly customer: CustomerNo }

/** Cancels the limit of a customer who asked for it by phone. */
export const cancelOneLimit = proposalKind<OfCustomer>({
  kind: 'cancel-limit',
  fields: { customer: customerField },
  touches: ['limit'],
  describe: async ({ database }, { customer }) => {
    const limit = await findLimit(database, customer)
    if (!limit) throw new Refused({ kind: 'limit-unknown' })
    return [
      `额度 ${displayYuan(limit.granted)} 元：注销，不可恢复`,
      '扣款协议、已登录的设备和关联应用：全部终止',
    ]
  },
  perform: async (services, { customer }, { proposalNo, approvedBy, reason }) => {
    const note = Array.from(reason).slice(0, 200).join('')
    await cancelByStaff(services, { customer, requestNo: proposalNo, actor: approvedBy, note })
    return 'limit=cancelled'
  },
})

/** Signs a customer out everywhere. */
export const endAllSessions = proposalKind<OfCustomer>({
  kind: 'end-sessions',
  isAlone: true,
  fields: { customer: customerField },
  touches: [],
  describe: async (services, { customer }) => {
    const sessions = await listSessions(services.database, services, customer)
    return [`已登录的设备：${sessions.length} 台 → 全部退出，须重新登录`]
  },
  perform: async ({ database }, { customer }) => {
    await database.inTransaction((tx) => endSessions(tx, customer))
    return 'sessions=ended'
  },
})

const apps = ['wallet', 'messenger'] as const satisfies readonly SessionApp[]
const appNames: Readonly<Record<SessionApp, string>> = { wallet: '支付应用', messenger: '消息应用' }

/** Unlinks an app and ends the sessions that it opened. */
export const unlinkApp = proposalKind<OfCustomer & { readonly provider: SessionApp }>({
  kind: 'unlink-app',
  isAlone: true,
  fields: { customer: customerField, provider: choiceField(apps) },
  touches: [],
  describe: async ({ database }, { customer, provider }) => {
    const linked = await listLinkedApps(database, customer)
    if (!linked.some((one) => one.provider === provider)) {
      throw new Refused({ kind: 'field-invalid', message: '这位客户没有关联该应用' })
    }
    return [`${appNames[provider]}：已关联 → 解除，由它登录的设备退出`]
  },
  perform: async ({ database }, { customer, provider }) => {
    await database.inTransaction((tx) => unlink(tx, { customer, provider }))
    return `app=${provider}`
  },
})

type CouponTerms = OfCustomer & {
  readonly days: number
  readonly amountMin: Money
  readonly lastDay: LocalDate
}

/** Grants a coupon of days free of interest, for example after a mistake of ours. */
export const grantCoupon = proposalKind<CouponTerms>({
  kind: 'grant-coupon',
  fields: {
    customer: customerField,
    days: countField(product.campaigns.couponDaysMax),
    amountMin: amountField,
    lastDay: dayField,
  },
  touches: [],
  amountOf: ({ amountMin }) => amountMin,
  describe: async (_, { days, amountMin, lastDay }) => [
    `优惠券：${days} 天免息，借款满 ${displayYuan(amountMin)} 元可用，${lastDay} 前（含当日）有效`,
  ],
  perform: async ({ database }, { customer, days, amountMin, lastDay }, { proposalNo }) =>
    database.inTransaction(async (tx) => {
      const today = await readBusinessDate(tx)
      if (lastDay < today || lastDay > addDays(today, product.campaigns.validDaysMax)) {
        throw new Refused({ kind: 'field-invalid', message: '有效期不在可选范围内' })
      }
      if (!(await findLimit(tx, customer))) throw new Refused({ kind: 'limit-unknown' })
      await insertCoupon(tx, {
        customer,
        couponNo: proposalNo,
        coupon: {
          benefit: { kind: 'interest-free-days', days },
          amountMin,
          months: product.terms,
          validFrom: today,
          validUntil: lastDay,
          state: { kind: 'free' },
        },
      })
      return `coupon=${proposalNo}`
    }),
})
