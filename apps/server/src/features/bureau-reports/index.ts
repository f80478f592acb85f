export { bureauReportTasks } from './tasks.ts'
