import { useSyncExternalStore } from 'react'
import { onStaffSession, staffToken } from '#platform/staff-session.ts'

/** The token held, followed: a session that ends while a screen is open ends the screen too. */
export function useStaffToken(): string | undefined {
  return useSyncExternalStore(onStaffSession, staffToken)
}
