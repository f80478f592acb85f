export { announceLater } from './cut-later.ts'
export { canBeCut, cutLater } from './cut-later.ts'
export { rateCutsHandlers } from './handlers.ts'
export { rateCutTasks } from './tasks.ts'
