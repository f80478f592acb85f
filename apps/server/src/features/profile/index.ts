export { correctDetails } from './amend-details.ts'
export { requireContacts } from './save-profile.ts'
export { chosenAddress, isOwnEmail } from './read-profile.ts'
export { saveUsedEmail } from './read-profile.ts'
export { profileHandlers } from './handlers.ts'
export { maskedEmail } from './read-profile.ts'
export {
  changePhone,
  newPhoneOf,
  phoneChangeAwaitsFace,
} from './phone-change/start-phone-change.ts'
export { findProfile, listEmails } from './profile-store.ts'
