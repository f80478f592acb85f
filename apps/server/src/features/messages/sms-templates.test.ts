import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { messageTitle } from './handlers.ts'
import { lender } from '@qingzhou/platform/config/brand'
import {
  approvedText,
  isSmsTemplate,
  parametersIn,
  smsKindOf,
  smsOf,
  smsTemplateNames,
  smsTemplates,
  type Sms,
  type SmsTemplate,
} from '@qingzhou/platform/sms/sms-templates'

const ROOT = join(import.meta.dirname, '../../../../..')
const SOURCES = ['apps/server/src', 'packages/platform/src', 'packages/lending/src']

function sources(): { readonly file: string; readonly code: string }[] {
  return SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  )
    .filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.endsWith('sms/sms-templates.ts'))
    .map((file) => ({ file, code: readFileSync(join(ROOT, file), 'utf8') }))
}

/** Any template with any parameters: the names are those of the text. */
const anySmsOf: (template: SmsTemplate, parameters: Readonly<Record<string, string>>) => Sms = smsOf

describe('the SMS templates', () => {
  it.each(smsTemplateNames)('%s is its text with the parameters filled in', (template) => {
    const names = parametersIn(template)
    const values = Object.fromEntries(names.map((name, at) => [name, `<${name}-${at}>`]))
    let text = smsTemplates[template].replaceAll('{servicePhone}', lender.servicePhone)
    for (const [name, value] of Object.entries(values)) text = text.replaceAll(`{${name}}`, value)
    const sms = anySmsOf(template, values)
    expect(sms).toEqual({ template, parameters: values, text: `【${lender.product}】${text}` })
    expect(text).not.toMatch(/[{}]/)
    // A service fills in each parameter once.
    expect(new Set(names).size).toBe(names.length)
    expect(approvedText(template)).not.toContain('{servicePhone}')
  })

  it('refuses a message without one of its parameters', () => {
    expect(() => anySmsOf('refunded', {})).toThrow('SMS refunded: parameter amount missing')
  })

  it.each([
    [
      smsOf('code', { code: '48213', minutes: '5', purpose: '登录' }).text,
      '【轻舟】验证码 48213，5 分钟内有效，用于登录。请勿告诉他人，工作人员不会索要。',
    ],
    [
      smsOf('limit-not-granted/retry', { date: '2027 年 2 月 13 日' }).text,
      '【轻舟】您的额度申请暂未通过。您可在 2027 年 2 月 13 日起重新申请。如有疑问，请致电 400-000-0000。',
    ],
    [
      smsOf('repaid/settled-refund', {
        way: '还款',
        amount: '1,000.00',
        loans: '1',
        refund: '0.10',
      }).text,
      '【轻舟】您的还款 1,000.00 元已入账。有 1 笔借款已结清。多还的 0.10 元将原路退回。',
    ],
  ])('the SMS templates make %s', (text, expected) => {
    expect(text).toBe(expected)
  })

  it('are each used by a sender, and no sender has a text of its own', () => {
    const senders = sources().filter(({ code }) => code.includes('smsOf('))
    const quoted = senders.flatMap(({ code }) =>
      [...code.matchAll(/'([a-z/-]+)'/g)].map(([, name = '']) => name),
    )
    expect(smsTemplateNames.filter((name) => !quoted.includes(name))).toEqual([])
    const own = sources().filter(({ code }) => /【\$\{lender\.product\}】/.test(code))
    // Mail subjects begin with the name, too; they are no SMS.
    expect(own.filter(({ code }) => code.includes('enqueueSms') || /sms\.send/.test(code))).toEqual(
      [],
    )
  })

  it('have a title in the list of messages, unless they are sent to no customer', () => {
    const untitled = new Set(
      smsTemplateNames.map(smsKindOf).filter((kind) => messageTitle(kind) === '账户通知'),
    )
    expect([...untitled].toSorted()).toEqual(['code', 'invitations', 'sign-in-links'])
  })

  it('are known by their exact names', () => {
    expect(isSmsTemplate('repaid/offer')).toBe(true)
    expect(isSmsTemplate('toString')).toBe(false)
  })
})
