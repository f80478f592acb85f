import { cardNumber } from '@qingzhou/contract/features/cards'
import { captcha, email, password, phone, smsCode } from '@qingzhou/contract/wire/fields'
import { fieldMessages } from '@qingzhou/domain/people/fields'
import { Form, TextField } from '@qingzhou/ui/inputs'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useForm } from './form.ts'
import type { Rule } from './form.ts'

function TwoFields({ onSend }: { onSend?: (values: object) => void }) {
  const form = useForm({
    draft: 'two-fields',
    initial: { phone: '', smsCode: '' },
    rules: { phone, smsCode },
    notPersisted: ['smsCode'],
  })

  function submit() {
    if (!form.check('phone', 'smsCode')) return
    form.forget()
    onSend?.(form.values)
  }

  return (
    <Form onSubmit={submit}>
      <TextField label="手机号" {...form.text('phone')} />
      <TextField label="验证码" {...form.text('smsCode')} />
      <button type="submit">发送</button>
    </Form>
  )
}

function OneField({ label, rule }: { label: string; rule: Rule }) {
  const form = useForm({
    draft: 'one',
    initial: { it: '' },
    rules: { it: rule },
    notPersisted: ['it'],
  })
  return (
    <Form onSubmit={() => void form.check('it')}>
      <TextField label={label} {...form.text('it')} />
    </Form>
  )
}

const phoneField = () => screen.getByLabelText('手机号')
const codeField = () => screen.getByLabelText('验证码')

describe('a form', () => {
  beforeEach(() => localStorage.clear())
  afterEach(cleanup)

  it('shows no error for a field that was only focused', async () => {
    render(<TwoFields />)
    await userEvent.tab()
    await userEvent.tab()
    expect(screen.queryByText('请输入手机号')).toBeNull()
  })

  it('validates a partially filled field on blur', async () => {
    render(<TwoFields />)
    await userEvent.type(phoneField(), '1380571')
    expect(screen.queryByText('必须是11位手机号码')).toBeNull()
    await userEvent.tab()
    expect(screen.getByText('必须是11位手机号码')).toBeTruthy()
    expect(phoneField().getAttribute('aria-invalid')).toBe('true')
  })

  it('[5.022] says at once that a value can no longer become valid, until it can again', async () => {
    render(<TwoFields />)
    await userEvent.type(phoneField(), '12')
    expect(screen.getByText('必须是11位手机号码')).toBeTruthy()
    await userEvent.type(phoneField(), '{Backspace}3')
    expect(screen.queryByText('必须是11位手机号码')).toBeNull()
    await userEvent.type(codeField(), '1a')
    expect(screen.getByText('必须是纯数字')).toBeTruthy()
  })

  it('removes an error as soon as the value is valid', async () => {
    render(<TwoFields />)
    await userEvent.type(phoneField(), '1380571602')
    await userEvent.tab()
    await userEvent.type(phoneField(), '1')
    expect(screen.queryByText('必须是11位手机号码')).toBeNull()
  })

  it('[5.013] focuses the first invalid field on submit', async () => {
    render(<TwoFields />)
    await userEvent.type(phoneField(), '13805716021')
    await userEvent.click(screen.getByText('发送'))
    expect(document.activeElement).toBe(codeField())
    expect(screen.getByText('请输入短信验证码')).toBeTruthy()
  })

  it.each([
    ['手机号', phone, '1380571', '请输入正确格式的手机号，必须是11位手机号码'],
    ['短信验证码', smsCode, '1234', '请输入正确格式的短信验证码，必须是纯数字'],
    ['图形验证码', captcha, 'ab', '请输入正确格式的图形验证码'],
    ['密码', password, 'short_1', `请输入正确格式的密码，${fieldMessages.password}`],
    ['储蓄卡号', cardNumber, '6222', '请输入正确格式的储蓄卡号'],
    ['邮箱', email, 'a@b', '请输入正确格式的邮箱'],
  ])(
    '[5.017–5.021] asks for the right format on submit: %s',
    async (label, rule, typed, message) => {
      render(<OneField label={label} rule={rule} />)
      await userEvent.type(screen.getByLabelText(label), `${typed}{Enter}`)
      expect(screen.getByText(message)).toBeTruthy()
    },
  )

  it('restores the input after a reload, except codes', async () => {
    const first = render(<TwoFields />)
    await userEvent.type(phoneField(), '13805716021')
    await userEvent.type(codeField(), '12345')
    first.unmount()

    render(<TwoFields />)
    expect(phoneField()).toHaveProperty('value', '13805716021')
    expect(codeField()).toHaveProperty('value', '')
  })

  it('stores no phone in plain text', async () => {
    render(<TwoFields />)
    await userEvent.type(phoneField(), '13805716021')
    const stored = Array.from({ length: localStorage.length }, (_, index) =>
      localStorage.getItem(localStorage.key(index) ?? ''),
    )
    expect(stored).not.toEqual([])
    expect(stored.join()).not.toContain('13805716021')
  })

  it('clears the draft after submit', async () => {
    const sent: object[] = []
    const first = render(<TwoFields onSend={(values) => sent.push(values)} />)
    await userEvent.type(phoneField(), '13805716021')
    await userEvent.type(codeField(), '12345')
    await userEvent.click(screen.getByText('发送'))
    expect(sent).toEqual([{ phone: '13805716021', smsCode: '12345' }])
    first.unmount()

    render(<TwoFields />)
    expect(phoneField()).toHaveProperty('value', '')
  })
})
