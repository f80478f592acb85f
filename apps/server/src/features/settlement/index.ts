export { certificateFile } from './certificate-document.ts'
export { voidSince } from './void-certificates.ts'
export { settlementHandlers } from './handlers.ts'
