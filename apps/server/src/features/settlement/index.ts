export { certificateFile } from './certificate-paper.ts'
export { voidSince } from './void-certificates.ts'
export { settlementHandlers } from './handlers.ts'
