export { certificateFile } from './certificate-file.ts'
export { settlementHandlers } from './handlers.ts'
