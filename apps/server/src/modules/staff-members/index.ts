export { addStaff } from './add-staff.ts'
export {
  changePassword,
  changePhone,
  changeRoles,
  disableStaff,
  enableStaff,
  resetSecondFactor,
  unlockStaff,
} from './change-staff.ts'
export { findMember, isStaffSessionOpen } from './find-member.ts'
export { confirmSecondFactor } from './confirm-second-factor.ts'
export { listFailures } from './failures-store.ts'
export { signIn } from './sign-in.ts'
export { signOut } from './sign-out.ts'
export { isPhoneOfStaff, listStaff, namesOfStaff, type ListedStaff } from './staff-store.ts'
export { isUsername } from './username.ts'
