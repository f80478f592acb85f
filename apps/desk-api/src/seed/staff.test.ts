import { beforeAll, describe, expect, it } from 'vitest'
import { isPassword } from '@qingzhou/domain/people/fields'
import { startProductForFile } from '@qingzhou/server/testing/product.ts'
import { newStaffLines, seedStaff, type SeededStaff } from './staff.ts'

const product = startProductForFile()
let seeded: SeededStaff[]
beforeAll(async () => {
  seeded = await seedStaff(product.services)
})

describe('the test staff', () => {
  it('has one member per role, each with a different password', () => {
    expect(seeded.map(({ username, role }) => `${username} ${role}`)).toEqual([
      'caozuo operator',
      'shenhe reviewer',
      'guanli admin',
    ])
    expect(seeded.every(({ password }) => isPassword(password))).toBe(true)
    expect(new Set(seeded.map(({ password }) => password)).size).toBe(3)
  })

  it('signs in with the seeded passwords', async () => {
    const client = product.client()
    for (const { username, password, role } of seeded) {
      client.staffToken = (await client.api.staff.signIn({ username, password })).token
      expect(await client.api.staff.me({})).toMatchObject({ roles: [role] })
    }
  })

  it('is returned only by the call that creates it, and its passwords are not logged', async () => {
    expect(await seedStaff(product.services)).toEqual([])
    expect(newStaffLines([])).toEqual([])
    for (const { username, password } of seeded) {
      expect(newStaffLines(seeded).join('\n')).toMatch(new RegExp(`${username} +${password}`))
      expect(product.logged()).not.toContain(password)
    }
  })

  it('is created in sandbox mode only', async () => {
    const { services } = product
    await services.database.query(`UPDATE staff SET username = username || '-2'`)
    expect(await seedStaff({ ...services, mode: 'production' })).toEqual([])
  })
})
