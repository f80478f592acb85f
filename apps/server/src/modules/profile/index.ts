export { emailOnFile, rememberEmail } from './emails.ts'
export { profileHandlers } from './handlers.ts'
export { maskedEmail } from './masked-email.ts'
export { findProfile } from './profile-store.ts'
