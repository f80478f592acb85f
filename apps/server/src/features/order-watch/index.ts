export { countExceptions, readExceptions, type RecordedException } from './exception-store.ts'
export { startOrderWatch } from './watch-orders.ts'
export {
  lateOrders,
  readOrderFigures,
  type OpenOrder,
  type OrderFigures,
} from './open-order-store.ts'
export { recordDifferences, recordRules, resolveRules } from './watch-orders.ts'
export { nextPollAt } from './order-kind-store.ts'
export {
  advanceOrder,
  askAfterCallback,
  askOrPlace,
  type FinalAnswer,
  type MoneyOrders,
  type OrderCalls,
  type OrderServices,
} from './money-orders.ts'
