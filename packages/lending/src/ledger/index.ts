export {
  businessMoment,
  businessMoments,
  permitBusinessDate,
  readBusinessDate,
  readCalendarDay,
  startBusinessDate,
} from './business-date-store.ts'
export {
  readBalances,
  readCouponDiscount,
  explain,
  readWaivedAmounts,
  newestEntries,
  type Explanation,
} from './entry-store.ts'
export { ledgerInserts, post, type Posting } from './posting-store.ts'
