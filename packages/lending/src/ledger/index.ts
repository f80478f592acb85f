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
  entriesSince,
  explain,
  lastEntryNo,
  readWaivedAmounts,
  newestEntries,
  type BookedEntry,
  type Explanation,
} from './entry-store.ts'
export { ledgerInserts, post, type Posting } from './posting-store.ts'
