import { expect, it } from 'vitest'
import { fieldMessages, requiredMessage } from '#people/field-messages.ts'

it('[P12] every field has a message', () => {
  expect(requiredMessage('手机号')).toBe('请输入手机号')
  expect(fieldMessages.phone).toBe('必须是11位手机号码')
  expect(fieldMessages.smsCode).toBe('必须是纯数字')
  expect(fieldMessages.imageCode).toBe('格式不正确')
  expect(fieldMessages.cardNumber).toBe('格式不正确')
  expect(fieldMessages.email).toBe('请输入正确格式的邮箱')
  expect(fieldMessages.password).toContain('8-16')
})
