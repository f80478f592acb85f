export { identityHandlers } from './handlers.ts'
export { isIdCardExpired } from './id-card-expiry.ts'
