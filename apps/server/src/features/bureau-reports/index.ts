export { bureauReportTasks } from './tasks.ts'
export { writeMonthFile } from './write-month-file.ts'
