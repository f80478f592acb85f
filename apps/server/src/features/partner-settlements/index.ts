export { partnerSettlementTasks } from './tasks.ts'
export { writeSettlementFile } from './write-settlement-file.ts'
