export { eraseOnRequest } from './erase-day.ts'
export { erasureTasks } from './tasks.ts'
