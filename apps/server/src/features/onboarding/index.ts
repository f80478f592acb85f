export {
  deleteLinkedApp,
  linkAccount,
  listLinkedApps,
  findOpenId,
} from './authorisation/linked-account-store.ts'
export { payerNamed, startPayerQuestion, type PayerRequest } from './authorisation/link-app.ts'
export { imageCodeOf } from './captcha/captcha.ts'
export { consumeCode, requireCorrectCode } from './codes/check-code.ts'
export { hasPassedCheck, takePassedCheck } from './codes/sms-code-store.ts'
export { checkPurposeCode } from './codes/purpose-code.ts'
export { WRONG_CODES } from './codes/check-code.ts'
export { UNVERIFIED_CODES } from './codes/send-code.ts'
export { signWithCode } from './codes/purpose-code.ts'
export { sendCodeUnlessJustSent } from './codes/send-code.ts'
export {
  customerOfPhone,
  freePhone,
  movePhone,
  revokeAccess,
} from './customers/customer-of-phone.ts'
export {
  clearPassword,
  findCustomer,
  findPhone,
  lockPhone,
  getPhone,
  savePassword,
} from './customers/customer-store.ts'
export { saveConsents } from './customers/current-user.ts'
export { findConsentTime, insertConsent } from './customers/visit-store.ts'
export {
  findSessionDevices,
  hasOtherDeviceKeys,
  requireDeviceKeys,
  type SessionDevices,
} from './device/session-device-store.ts'
export { onboardingHandlers } from './handlers.ts'
export { BROWSER_CHANNEL, isAppPath, issueLinkToken, linkInto } from './links/link-token.ts'
export {
  addBankPartner,
  addLandingLink,
  endBankPartner,
  endLandingLink,
  isLinkKnown,
  listBankPartners,
  listLandingLinks,
  listOpenBankPartners,
} from './links/link-store.ts'
export { expireLinkToken, expireLinkTokens } from './links/link-token-store.ts'
