export { recordFundingPartners } from './record-partners.ts'
export { recordDatedRows } from './record-rows.ts'
export { readDatedGaps, reportDatedGaps } from './report-gaps.ts'
