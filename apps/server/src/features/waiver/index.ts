export {
  createOffers,
  type OffersOrder,
  type OffersProgress,
  type Segment,
} from './create-offers.ts'
export { waiverHandlers, waiverTasks } from './handlers.ts'
