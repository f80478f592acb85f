export {
  createOffers,
  type OffersOrder,
  type OffersProgress,
  type Segment,
} from './create-offers.ts'
export { waiverHandlers } from './handlers.ts'
export { waiverTasks } from './tasks.ts'
