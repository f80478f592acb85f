export { referenceHandlers } from './handlers.ts'
export { pageVersion } from './static-page.ts'
