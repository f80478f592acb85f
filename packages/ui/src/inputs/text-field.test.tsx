import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Button } from './button.tsx'
import { CodeField } from './code-field.tsx'
import { Form } from './field.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

afterEach(cleanup)

function Typed({ start = '', ...field }: Partial<TextFieldProps> & { start?: string }) {
  const [value, setValue] = useState(start)
  return <TextField label="手机号" {...field} value={value} onChange={setValue} />
}

function descriptionOf(element: HTMLElement) {
  return document.querySelector(`[id="${element.getAttribute('aria-describedby')}"]`)?.textContent
}

describe('TextField', () => {
  it('is named by its label and accepts input', async () => {
    render(<Typed />)
    await userEvent.type(screen.getByLabelText('手机号'), '138')
    expect(screen.getByRole('textbox', { name: '手机号' })).toHaveProperty('value', '138')
  })

  it('is invalid and described by its error', () => {
    render(<Typed error="请填写 11 位手机号" note="用于登录" />)
    const input = screen.getByLabelText('手机号')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(descriptionOf(input)).toBe('请填写 11 位手机号')
  })

  it('is described by its note when valid', () => {
    const { rerender } = render(<Typed note="用于登录" />)
    const input = screen.getByLabelText('手机号')
    expect(input.getAttribute('aria-invalid')).toBeNull()
    expect(descriptionOf(input)).toBe('用于登录')

    rerender(<Typed />)
    expect(input.getAttribute('aria-describedby')).toBeNull()
  })

  it('can be cleared and keeps the focus', async () => {
    render(<Typed start="138" clearable />)
    await userEvent.click(screen.getByRole('button', { name: '清除手机号' }))
    const input = screen.getByLabelText('手机号')
    expect(input).toHaveProperty('value', '')
    expect(document.activeElement).toBe(input)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('shows a password on request', async () => {
    render(<Typed start="light-boat" type="password" label="密码" />)
    const input = screen.getByLabelText('密码')
    expect(input.getAttribute('type')).toBe('password')
    await userEvent.click(screen.getByRole('button', { name: '显示密码' }))
    expect(input.getAttribute('type')).toBe('text')
  })
})

describe('CodeField', () => {
  it('counts down instead of the send button', async () => {
    let sent = 0
    const send = () => {
      sent += 1
    }
    const { rerender } = render(<CodeField value="" onChange={() => undefined} onSend={send} />)
    await userEvent.click(screen.getByRole('button', { name: '获取验证码' }))

    rerender(<CodeField value="" onChange={() => undefined} onSend={send} secondsLeft={48} />)
    await userEvent.click(screen.getByRole('button', { name: '48 秒后可重发' }))
    expect(sent).toBe(1)
  })

  it('is one input with a box for each digit, and finds the code in a pasted message', async () => {
    const { container } = render(<CodeForm onSubmit={() => undefined} />)
    const input = screen.getByLabelText('短信验证码')
    expect(input.getAttribute('autocomplete')).toBe('one-time-code')
    await userEvent.click(input)
    await userEvent.paste('【轻舟】验证码 27411，请勿告诉他人')
    const boxes = [...container.querySelectorAll('.code > span')]
    expect(boxes.map((box) => box.textContent)).toEqual(['2', '7', '4', '1', '1'])
  })

  it('submits its form once with the last digit, unless something else is missing', async () => {
    const submitted: string[] = []
    render(<CodeForm onSubmit={(code) => void submitted.push(code)} />)
    const input = screen.getByLabelText('短信验证码')
    await userEvent.type(input, '274119')
    await userEvent.click(screen.getByRole('checkbox'))
    expect(submitted).toEqual([])
    await userEvent.type(input, '{Backspace}3')
    await vi.waitFor(() => expect(submitted).toEqual(['27413']))
  })
})

function CodeForm({ onSubmit }: { onSubmit: (code: string) => void }) {
  const [code, setCode] = useState('')
  return (
    <Form onSubmit={() => onSubmit(code)}>
      <CodeField value={code} onChange={setCode} onSend={() => undefined} length={5} />
      <input type="checkbox" />
      <Button type="submit">提交</Button>
    </Form>
  )
}
