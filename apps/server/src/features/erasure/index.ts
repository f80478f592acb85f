export { erasureTasks } from './tasks.ts'
