import { describe, expect, it } from 'vitest'
import { staffMember } from './queries.ts'

describe('a member of staff', () => {
  it('[6.012] has a role, otherwise an error is thrown', () => {
    const member = { token: 't', name: '曹操作', avatar: '', roles: ['operator'] as const }
    expect(staffMember(member)).toEqual(member)
    expect(() => staffMember({ ...member, roles: [] })).toThrow(
      'getInfo: roles must be a non-null array !',
    )
  })
})
