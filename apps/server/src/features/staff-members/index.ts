export { addStaff } from './change-staff.ts'
export {
  changePassword,
  changePhone,
  changeRoles,
  disableStaff,
  enableStaff,
  linkOidcSubject,
  requireSecondFactor,
  resetSecondFactor,
  unlinkOidcSubject,
  unlockStaff,
} from './change-staff.ts'
export { changeOwnPassword } from './change-own-password.ts'
export { findMember, isSessionOf, isStaffSessionOpen, type FoundMember } from './find-member.ts'
export { confirmSecondFactor } from './confirm-second-factor.ts'
export { choosePassword, issueFirstPassword } from './first-password/first-password.ts'
export { listFailures, type FailureCount } from './failures-store.ts'
export {
  deleteSessionByNo,
  readMembers,
  readStaffSessions,
  type Member,
} from './member-list-store.ts'
export { finishOidc, startOidc } from './oidc-sign-in.ts'
export { redeemHandover } from './redeem-handover.ts'
export { signIn, type SignInServices } from './sign-in.ts'
export { signOut } from './sign-in.ts'
export {
  accountOfStaff,
  isOwnAccount,
  isPhoneOfStaff,
  isSamePerson,
  listStaff,
  lockActiveStaff,
  namesOfStaff,
  type ListedStaff,
} from './staff-store.ts'
export { isPossibleAccess, isUsername, type StaffAccess } from './change-staff.ts'
