export { addStaff } from './change-staff.ts'
export {
  changePassword,
  changePhone,
  changeRoles,
  disableStaff,
  enableStaff,
  requireSecondFactor,
  resetSecondFactor,
  unlockStaff,
} from './change-staff.ts'
export { changeOwnPassword } from './change-own-password.ts'
export { findMember, isStaffSessionOpen } from './find-member.ts'
export { confirmSecondFactor } from './confirm-second-factor.ts'
export { listFailures, type FailureCount } from './failures-store.ts'
export { redeemHandover } from './redeem-handover.ts'
export { signIn, type SignInServices } from './sign-in.ts'
export { signOut } from './sign-in.ts'
export {
  isOwnAccount,
  isPhoneOfStaff,
  listStaff,
  lockActiveStaff,
  namesOfStaff,
  type ListedStaff,
} from './staff-store.ts'
export { isUsername } from './change-staff.ts'
