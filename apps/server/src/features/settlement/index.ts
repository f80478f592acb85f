export { certificateFile } from './certificate-paper.ts'
export { settlementHandlers } from './handlers.ts'
