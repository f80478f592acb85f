import { expect, it } from 'vitest'
import {
  isPhone,
  isPassword,
  isImageCode,
  isSmsCode,
  isEmail,
  fieldMessages,
  requiredMessage,
} from '#people/fields.ts'

it('[P1] [5.005] a phone has 11 digits and starts with 13 to 19', () => {
  expect(['13800138000', '19912345678', '16600000000'].every(isPhone)).toBe(true)
  expect(
    ['12800138000', '1380013800', '138001380000', '+8613800138000', '1380013800a', ''].some(
      isPhone,
    ),
  ).toBe(false)
})

it('[P8] [5.001–5.003] a password has 8 to 16 letters, digits or underscores, not digits alone', () => {
  expect(['abcdefgh', 'a2345678', '________', '1234567890abcdef'].every(isPassword)).toBe(true)
  expect(
    ['12345678', 'abcdefg', '1234567890abcdefg', 'abc defgh', 'abcdefg!', ''].some(isPassword),
  ).toBe(false)
})

it('[P9] [5.007] an SMS code is exactly 5 digits', () => {
  expect(isSmsCode('01234')).toBe(true)
  expect(['1234', '123456', '1234a', '１２３４５', ''].some(isSmsCode)).toBe(false)
})

it('[P10] [5.009] an image code is exactly 4 letters or digits', () => {
  expect(['aB3d', '1234'].every(isImageCode)).toBe(true)
  expect(['abc', 'abcde', 'ab d', '字母数字', ''].some(isImageCode)).toBe(false)
})

it('[P11] [5.015] an e-mail address has a name, an @ and a domain with a dot', () => {
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

it('[P12] every field has a message', () => {
  expect(requiredMessage('手机号')).toBe('请输入手机号')
  expect(fieldMessages.phone).toBe('必须是11位手机号码')
  expect(fieldMessages.smsCode).toBe('必须是纯数字')
  expect(fieldMessages.imageCode).toBe('格式不正确')
  expect(fieldMessages.cardNumber).toBe('格式不正确')
  expect(fieldMessages.email).toBe('请输入正确格式的邮箱')
  expect(fieldMessages.password).toContain('8-16')
})
