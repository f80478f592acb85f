import type { mallShapes, MallOrderState } from '@qingzhou/contract/features/mall'
import type { Output } from '@qingzhou/contract/wire/shape'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { isReturnable, returnableUntil } from '@qingzhou/domain/mall/purchase'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { findDraws, readLoans, type LoanRecord } from '@qingzhou/lending/index'
import { findLoanApplication, type LoanApplication } from '#features/loans/index.ts'
import { summaryOf } from '#features/repayment/index.ts'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { findDelivery, findMallOrder, newestOrders, type MallOrder } from './mall-order-store.ts'

type Orders = Output<(typeof mallShapes)['orders']>
type ShownOrder = Orders['orders'][number]

const ORDERS_A_PAGE = 10

/** A customer's purchases, newest first; or one of them. */
export async function readOrders(
  services: Pick<Services, 'database' | 'vault' | 'businessDate'>,
  customer: CustomerNo,
  request: { readonly pageNo: number; readonly orderNo?: string | undefined },
): Promise<Orders> {
  const found = await ordersAsked(services, customer, request)
  const orders = found.slice(0, ORDERS_A_PAGE)
  const loans = await loansOf(services, customer, orders)
  const today = await services.businessDate()
  const shown = await Promise.all(
    orders.map(async (order) => {
      const application = await findLoanApplication(services.database, order)
      const shownAs = shownOrder({ order, application, loan: loans.get(order.drawNo), today })
      return { ...shownAs, delivery: await findDelivery(services.database, services, order) }
    }),
  )
  return { orders: shown, hasMore: found.length > orders.length }
}

async function ordersAsked(
  { database }: Pick<Services, 'database'>,
  customer: CustomerNo,
  { pageNo, orderNo }: { readonly pageNo: number; readonly orderNo?: string | undefined },
): Promise<readonly MallOrder[]> {
  if (orderNo === undefined) {
    const page = { skip: (pageNo - 1) * ORDERS_A_PAGE, count: ORDERS_A_PAGE + 1 }
    return newestOrders(database, customer, page)
  }
  const order = await findMallOrder(database, { customer, orderNo })
  if (!order) throw new Refused({ kind: 'mall-order-unknown' })
  return [order]
}

/** The loans of the orders, by draw number. */
async function loansOf(
  { database }: Pick<Services, 'database'>,
  customer: CustomerNo,
  orders: readonly MallOrder[],
): Promise<ReadonlyMap<string, LoanRecord>> {
  const numbers = orders.map(({ drawNo }) => drawNo)
  const draws = await findDraws(database, { customer, numbers })
  const record = new Map((await readLoans(database, customer)).map((loan) => [loan.loanNo, loan]))
  return new Map(
    draws.flatMap(({ drawNo, loanNo }) => {
      const loan = record.get(loanNo)
      return loan ? [[drawNo, loan] as const] : []
    }),
  )
}

function shownOrder(known: {
  readonly order: MallOrder
  readonly application: LoanApplication | undefined
  readonly loan: LoanRecord | undefined
  readonly today: LocalDate
}): ShownOrder {
  const { order, application, loan, today } = known
  const { purchase } = order
  const next = loan && summaryOf(loan, today).next
  const isConverted = loan?.consolidatedInto !== undefined
  return {
    orderNo: order.orderNo,
    offerNo: order.offerNo,
    name: order.name,
    picture: order.picture,
    price: order.price,
    months: order.months,
    state: stateOf(order, application),
    orderedAt: order.begunAt.getTime(),
    drawNo: order.drawNo,
    loanNo: loan?.loanNo,
    firstAmount: order.firstAmount,
    next: next && { n: next.n, dueDate: next.dueDate, amount: next.amount },
    isReturnable: !isConverted && isReturnable(purchase, today),
    isDelivered: purchase.deliveredOn !== undefined,
    returnableUntil: returnableUntil(purchase),
    reason: order.reason ?? application?.reason,
  }
}

/** Until it is sent to the mall, an order has the state of its draw. */
function stateOf(
  { purchase }: MallOrder,
  application: LoanApplication | undefined,
): MallOrderState {
  if (purchase.state !== 'begun') return purchase.state
  if (application?.state === 'verifying') return 'verifying'
  return application?.state === 'failed' ? 'failed' : 'paying'
}
