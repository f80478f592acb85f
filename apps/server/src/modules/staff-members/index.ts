export { addStaff } from './add-staff.ts'
export {
  changePassword,
  changePhone,
  changeRoles,
  disableStaff,
  enableStaff,
} from './change-staff.ts'
export { findMember, isStaffSessionOpen } from './find-member.ts'
export { signIn } from './sign-in.ts'
export { signOut } from './sign-out.ts'
export { isPhoneOfStaff, listStaff, namesOfStaff, type ListedStaff } from './staff-store.ts'
export { isUsername } from './username.ts'
