import { expect, it } from 'vitest'
import { isStaffPassword } from './staff-password.ts'

it('[P20] a staff password has 8 to 64 characters of any kind and is not a common one', () => {
  const good = [
    'Calm_0123456789',
    'correct horse battery',
    '8$k2!9Q#z7',
    '轻舟已过万重山不回头',
    'x'.repeat(3) + '-é~Ω'.repeat(15),
  ]
  expect(good.filter((text) => !isStaffPassword(text))).toEqual([])
  const bad = [
    'Password123!',
    'P@ssw0rd2026',
    'Admin_2026',
    'qwerty12345',
    '1qaz2wsx',
    'aaaaaaaaaa',
    '20261118',
    'Qingzhou@2026',
    'woaini1314',
    'abababab',
    'Ab1!xyz',
    'k9'.repeat(33),
  ]
  expect(bad.filter((text) => isStaffPassword(text))).toEqual([])
})
