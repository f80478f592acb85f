import { calls } from '@qingzhou/contract/calls'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { currentCommonFields } from '#platform/api/common-fields.ts'
import { clearSession, storeToken, isSignedIn } from './session.ts'
import { clearStaffSession, storeStaffToken, onStaffSession, staffToken } from './staff-session.ts'
import { draftOf, storeDraft } from '#platform/browser/storage.ts'

afterEach(() => {
  clearStaffSession()
  clearSession()
})

describe('the session of the staff area', () => {
  it('[3.048] is sent with staff calls, and the borrower’s with all others', () => {
    storeToken('borrower-token')
    storeStaffToken('staff-token')
    expect(currentCommonFields(calls.staff.names).token).toBe('staff-token')
    expect(currentCommonFields(calls.staff.signIn).token).toBe('staff-token')
    expect(currentCommonFields(calls.evidence.list).token).toBe('borrower-token')
  })

  it('never sends the borrower’s token to the staff area', () => {
    storeToken('borrower-token')
    expect(currentCommonFields(calls.staff.names)).not.toHaveProperty('token')
  })

  it('does not change the borrower’s session and drafts', () => {
    storeToken('borrower-token')
    storeDraft('apply', '{"amount":"5000"}')
    storeStaffToken('staff-token')
    clearStaffSession()
    expect(isSignedIn()).toBe(true)
    expect(draftOf('apply')).toBe('{"amount":"5000"}')
    expect(staffToken()).toBeUndefined()
  })

  it('notifies listeners of sign-in and sign-out until they unsubscribe', () => {
    const listener = vi.fn()
    const stop = onStaffSession(listener)
    storeStaffToken('staff-token')
    clearStaffSession()
    stop()
    storeStaffToken('staff-token')
    expect(listener).toHaveBeenCalledTimes(2)
  })
})
