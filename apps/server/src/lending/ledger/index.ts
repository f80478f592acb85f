export {
  permitBusinessDate,
  readBusinessDate,
  readCalendarDay,
  startBusinessDate,
} from './business-date.ts'
export { balancesOf, explain, type Explanation } from './explain.ts'
export { givenUpOf } from './given-up.ts'
export { newestEntries } from './newest-entries.ts'
export { ledgerInserts, post, type Posting } from './post.ts'
export { reverse } from './reverse.ts'
