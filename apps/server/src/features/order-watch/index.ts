export {
  NOT_ACCEPTED,
  acceptException,
  countExceptions,
  readExceptions,
  type RecordedException,
} from './exception-store.ts'
export { startOrderWatch, watchOrders } from './watch-orders.ts'
export {
  findOrderTask,
  lateOrders,
  readOrderFigures,
  type OpenOrder,
  type OrderFigures,
} from './open-order-store.ts'
export { recordDifferences, recordRules, resolveRules } from './watch-orders.ts'
export { nextPollAt, orderKinds } from './order-kind-store.ts'
export {
  advanceOrder,
  askAfterCallback,
  askOrPlace,
  type FinalAnswer,
  type MoneyOrders,
  type OrderCalls,
  type OrderServices,
} from './money-orders.ts'
