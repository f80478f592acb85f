import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { SmsCodeField, useSmsSending } from './sms-code.tsx'

function Code({ phone }: { phone: string }) {
  const sending = useSmsSending(phone, async () => ({ waitSeconds: 60 }))
  return <SmsCodeField value="" onChange={() => undefined} sending={sending} />
}

const ask = async () => userEvent.click(screen.getByRole('button', { name: '获取验证码' }))

describe('sending an SMS code', () => {
  afterEach(cleanup)

  it('shows the recipient and the waiting time', async () => {
    render(<Code phone="13805716021" />)
    await ask()
    await screen.findByText(/^已发送至 138\*\*\*\*6021/)
    expect(screen.queryByRole('button', { name: '获取验证码' })).toBeNull()
  })

  it('shows them also when the phone becomes known later', async () => {
    const { rerender } = render(<Code phone="" />)
    await ask()
    rerender(<Code phone="138****6021" />)
    await screen.findByText(/^已发送至 138\*\*\*\*6021/)
    expect(screen.queryByRole('button', { name: '获取验证码' })).toBeNull()
  })

  it('does not wait for a code of another phone', async () => {
    const { rerender } = render(<Code phone="13805716021" />)
    await ask()
    rerender(<Code phone="13805716022" />)
    expect(screen.queryByText(/^已发送至/)).toBeNull()
    expect(screen.getByRole('button', { name: '获取验证码' })).toBeDefined()
  })
})
