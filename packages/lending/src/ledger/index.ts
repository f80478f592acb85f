export {
  businessMoment,
  businessMoments,
  permitBusinessDate,
  readBusinessDate,
  readCalendarDay,
  startBusinessDate,
} from './business-date-store.ts'
export {
  balancesOf,
  couponDiscountOf,
  explain,
  waivedAmountsOf,
  newestEntries,
  type Explanation,
} from './entry-store.ts'
export { ledgerInserts, post, type Posting } from './posting-store.ts'
