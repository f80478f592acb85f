export { profileHandlers } from './handlers.ts'
export { findProfile } from './profile-store.ts'
