import type { CancellableLimit } from '@qingzhou/contract/features/limit-cancellation'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { isSettled } from '@qingzhou/domain/loans/loan'
import { displayYuan, sum } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { payoffOn } from '@qingzhou/domain/repayment/early-repayment'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import { findApplication } from '#features/applications/index.ts'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import { readLoans } from '@qingzhou/lending/index'
import { findRunning } from '#features/loans/index.ts'
import { findReturning } from '#features/mall/index.ts'
import { findOpenOrder, refundsUnderWay } from '#features/repayment/index.ts'
import type { Services } from '#services.ts'

export type Obstacle = CancellableLimit['obstacles'][number]

/**
 * The obstacles to cancelling a limit, in the order in which a borrower would resolve them. Under
 * the customer lock, this is what the cancellation checks.
 */
export async function obstaclesTo(
  db: Queryable,
  services: Pick<Services, 'today'>,
  customer: CustomerNo,
): Promise<Obstacle[]> {
  const all = await Promise.all([
    debt(db, customer, await readBusinessDate(db)),
    draw(db, customer),
    order(db, customer),
    refund(db, customer),
    purchase(db, customer),
    application(db, services, customer),
  ])
  return all.filter((obstacle) => obstacle !== undefined)
}

async function debt(
  db: Queryable,
  customer: CustomerNo,
  today: LocalDate,
): Promise<Obstacle | undefined> {
  const loans = (await readLoans(db, customer)).filter(({ loan }) => !isSettled(loan))
  if (loans.length === 0) return undefined
  const owed = sum(loans.map(({ loan }) => payoffOn(today, loan)))
  return {
    kind: 'debt',
    says: `您还有 ${loans.length} 笔借款未结清，今日结清共需 ${displayYuan(owed)} 元。请先全部结清。`,
  }
}

async function draw(db: Queryable, customer: CustomerNo): Promise<Obstacle | undefined> {
  const running = await findRunning(db, customer)
  if (!running) return undefined
  const { drawNo: businessNo } = running
  if (running.state === 'verifying') {
    return {
      kind: 'draw',
      businessNo,
      says: `您有一笔借款申请尚未完成验证，请先继续或取消；申请后 ${product.verification.minutes} 分钟内未完成将自动取消。`,
    }
  }
  return {
    kind: 'draw',
    businessNo,
    says: '您有一笔借款正在放款，请先查看放款结果；放款成功的，请结清后再注销。',
  }
}

async function order(db: Queryable, customer: CustomerNo): Promise<Obstacle | undefined> {
  const running = await findOpenOrder(db, customer)
  if (!running) return undefined
  return {
    kind: 'order',
    businessNo: running.requestNo,
    says: `您有一笔 ${displayYuan(running.amount)} 元的还款正在处理，请等结果出来后再注销。`,
  }
}

async function refund(db: Queryable, customer: CustomerNo): Promise<Obstacle | undefined> {
  const refunds = await refundsUnderWay(db, customer)
  const [oldest] = refunds
  if (!oldest) return undefined
  const amount = displayYuan(sum(refunds.map((one) => one.amount)))
  return {
    kind: 'refund',
    businessNo: oldest.refundNo,
    says: `您有 ${amount} 元多还的款项正在退回银行卡，请到账后再注销。`,
  }
}

/** Payments for the purchase are refunded as well, as shown on the order page. */
async function purchase(db: Queryable, customer: CustomerNo): Promise<Obstacle | undefined> {
  const order = await findReturning(db, customer)
  if (!order) return undefined
  return {
    kind: 'purchase',
    businessNo: order.orderNo,
    says: `您购买的${order.name}正在退货，请等商城退款后再注销。`,
  }
}

async function application(
  db: Queryable,
  services: Pick<Services, 'today'>,
  customer: CustomerNo,
): Promise<Obstacle | undefined> {
  const record = await findApplication(db, services, customer)
  if (record?.application.step !== 'underReview') return undefined
  return { kind: 'application', says: '您的额度申请正在审核，请等审核结果出来后再注销。' }
}
