import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { cardNumber } from '#features/cards.ts'
import { captcha, email, password, phone, smsCode } from './fields.ts'

/** The table of the specification: valid values, invalid values and messages. */
const rules = {
  phone: {
    schema: phone,
    right: ['13900000001', '19912345678'],
    wrong: [
      '12900000001',
      '1390000000',
      '139000000011',
      '+8613900000001',
      '１３９００００００００',
    ],
    says: '必须是11位手机号码',
    emptyText: '请输入手机号',
  },
  smsCode: {
    schema: smsCode,
    right: ['00000', '12345'],
    wrong: ['1234', '123456', '1234a'],
    says: '必须是纯数字',
    emptyText: '请输入短信验证码',
  },
  captcha: {
    schema: captcha,
    right: ['a1B2'],
    wrong: ['abc', 'abcde', 'ab c', '验证码码'],
    says: '格式不正确',
    emptyText: '请输入图形验证码',
  },
  password: {
    schema: password,
    right: ['boat_2026', 'abcdefgh', 'A_1234567890123'],
    wrong: ['12345678', 'short_1', 'much_too_long_for_it', 'with space1', '密码abcdefg'],
    says: '密码须为8-16位字母、数字或下划线，且不能为纯数字',
    emptyText: '请输入密码',
  },
  cardNumber: {
    schema: cardNumber,
    right: ['62220000000000', '6222000000000000000'],
    wrong: ['6222000000000', '62220000000000000000', '6222 0000 0000 00'],
    says: '格式不正确',
    emptyText: '请输入储蓄卡号',
  },
  email: {
    schema: email,
    right: ['a@b.cn'],
    wrong: ['a@b', 'a b@c.cn', '@b.cn'],
    says: '请输入正确格式的邮箱',
    emptyText: '请输入邮箱',
  },
} as const

describe.each(Object.entries(rules))('%s', (_, { schema, right, wrong, says, emptyText }) => {
  const complaint = (text: string) => z.safeDecode(schema, text).error?.issues[0]?.message

  it('accepts valid values', () => {
    expect(right.map((text) => complaint(text))).toEqual(right.map(() => undefined))
  })

  it('[5.004, 5.006, 5.008, 5.010, 5.012, 5.016] rejects invalid values with its own message', () => {
    expect(wrong.map((text) => complaint(text))).toEqual(wrong.map(() => says))
  })

  it('knows what can still become valid by typing on', () => {
    const beginnings = right.flatMap((text) => Array.from(text, (_, at) => text.slice(0, at)))
    expect(beginnings.filter((text) => !schema.canBecome(text))).toEqual([])
    const isLimited = schema !== email && schema !== password
    expect(['号', '1'.repeat(20)].some((text) => schema.canBecome(text))).toBe(!isLimited)
  })

  it('[5.014] reports an empty value by the field name', () => {
    expect(complaint('')).toBe(emptyText)
  })

  it('reports a missing value, and one that is no text, as a wrong format', () => {
    const general = emptyText.replace('请输入', '请输入正确格式的')
    for (const junk of [undefined, null, 13900000001, ['13900000001'], {}]) {
      expect(z.safeParse(schema, junk).error?.issues[0]?.message).toBe(general)
    }
  })
})
