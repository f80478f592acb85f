export { readBusinessDate, startBusinessDate } from './business-date.ts'
export { balancesOf, explain, type Explanation } from './explain.ts'
export { entered, post, type Posting } from './post.ts'
export { reverse } from './reverse.ts'
