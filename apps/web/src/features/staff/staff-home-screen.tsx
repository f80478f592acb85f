import { Home } from './home.tsx'
import { StaffSignIn } from './staff-sign-in.tsx'
import { useStaffToken } from './use-staff-token.ts'

/** Where staff sign in, and where they see what waits for them. */
export default function StaffHomeScreen() {
  const token = useStaffToken()
  return token === undefined ? <StaffSignIn /> : <Home key={token} />
}
