import { expect, it } from 'vitest'
import { isEmail } from '#people/email.ts'

it('[P11] an e-mail address has a name, an @ and a domain with a dot', () => {
  expect(['a@b.cn', 'li.lei+loan@mail.example.com', '12_3@qq.com'].every(isEmail)).toBe(true)
  expect(
    [
      '',
      'a@b',
      '@b.cn',
      'a b@c.cn',
      'a@b..cn',
      '.a@b.cn',
      'a@-b.cn',
      'a@b.c',
      `${'a'.repeat(65)}@b.cn`,
    ].some(isEmail),
  ).toBe(false)
})
