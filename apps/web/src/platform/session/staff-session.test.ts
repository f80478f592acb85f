import { calls } from '@qingzhou/contract/calls'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { currentCommonFields } from '#platform/api/common-fields.ts'
import { forgetSession, keepToken, signedIn } from './session.ts'
import {
  forgetStaffSession,
  keepStaffToken,
  onStaffSession,
  staffMember,
  staffToken,
} from './staff-session.ts'
import { draftOf, keepDraft } from '#platform/browser/storage.ts'

afterEach(() => {
  forgetStaffSession()
  forgetSession()
})

describe('the session of the staff area', () => {
  it('is sent with staff calls, and the borrower’s with all others', () => {
    keepToken('borrower-token')
    keepStaffToken('staff-token')
    expect(currentCommonFields(calls.staff.names).token).toBe('staff-token')
    expect(currentCommonFields(calls.staff.signIn).token).toBe('staff-token')
    expect(currentCommonFields(calls.proofs.list).token).toBe('borrower-token')
  })

  it('never sends the borrower’s token to the staff area', () => {
    keepToken('borrower-token')
    expect(currentCommonFields(calls.staff.names)).not.toHaveProperty('token')
  })

  it('does not change the borrower’s session and drafts', () => {
    keepToken('borrower-token')
    keepDraft('apply', '{"amount":"5000"}')
    keepStaffToken('staff-token')
    forgetStaffSession()
    expect(signedIn()).toBe(true)
    expect(draftOf('apply')).toBe('{"amount":"5000"}')
    expect(staffToken()).toBeUndefined()
  })

  it('notifies listeners of sign-in and sign-out until they unsubscribe', () => {
    const listener = vi.fn()
    const stop = onStaffSession(listener)
    keepStaffToken('staff-token')
    forgetStaffSession()
    stop()
    keepStaffToken('staff-token')
    expect(listener).toHaveBeenCalledTimes(2)
  })
})

describe('a member of staff', () => {
  it('has a role, otherwise an error is thrown', () => {
    const member = { token: 't', name: '曹操作', avatar: '', roles: ['operator'] as const }
    expect(staffMember(member)).toEqual(member)
    expect(() => staffMember({ ...member, roles: [] })).toThrow(
      'getInfo: roles must be a non-null array !',
    )
  })
})
