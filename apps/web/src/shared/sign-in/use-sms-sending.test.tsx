import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useAutomaticCode } from './code-step.tsx'
import { SmsCodeField, useSmsSending } from './sms-code.tsx'

let sent = 0

type CodeProps = { phone?: string; subject?: string; isAutomatic?: boolean }

function Code({ phone, subject = 'DRAW-1', isAutomatic = false }: CodeProps) {
  const request = { purpose: 'loan', subject, phone }
  const sending = useSmsSending(request, async () => {
    sent += 1
    return { waitSeconds: 60 }
  })
  useAutomaticCode(sending, { ...request, isReady: isAutomatic })
  return <SmsCodeField value="" onChange={() => undefined} sending={sending} />
}

const ask = async () => userEvent.click(screen.getByRole('button', { name: '获取验证码' }))

beforeEach(() => {
  localStorage.clear()
  sent = 0
})
afterEach(cleanup)

describe('sending an SMS code', () => {
  it('shows the recipient and the waiting time', async () => {
    render(<Code phone="13805716021" />)
    await ask()
    await screen.findByText(/^已发送至 138\*\*\*\*6021/)
    expect(screen.queryByRole('button', { name: '获取验证码' })).toBeNull()
  })

  it('shows them also when the phone becomes known later', async () => {
    const { rerender } = render(<Code />)
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

  it('goes on counting after a reload, and stores no phone in clear', async () => {
    render(<Code phone="13805716021" />)
    await ask()
    await screen.findByText(/^已发送至/)
    cleanup()
    render(<Code phone="13805716021" />)
    expect(screen.getByRole('button', { name: /^\d+ 秒后可重发$/ })).toBeDefined()
    expect(screen.getByText(/^已发送至 138\*\*\*\*6021/)).toBeDefined()
    expect(JSON.stringify(localStorage)).not.toContain('13805716021')
  })
})

describe('a code requested without a press', () => {
  it('is requested once for a subject, however often the page is rendered or opened', async () => {
    const { rerender } = render(<Code isAutomatic />)
    rerender(<Code isAutomatic phone="138****6021" />)
    await screen.findByText(/^已发送至 138\*\*\*\*6021/)
    cleanup()
    render(<Code isAutomatic phone="138****6021" />)
    expect(screen.getByRole('button', { name: /秒后可重发$/ })).toBeDefined()
    expect(sent).toBe(1)
  })

  it('is not requested before the page is ready, nor while another code makes it wait', async () => {
    const { rerender } = render(<Code />)
    expect(sent).toBe(0)
    rerender(<Code isAutomatic />)
    await waitFor(() => expect(sent).toBe(1))
    await screen.findByRole('button', { name: /秒后可重发$/ })
    rerender(<Code isAutomatic subject="DRAW-2" />)
    // The code of the first draw is no code for the second.
    expect(screen.queryByText(/^已发送至/)).toBeNull()
    expect(sent).toBe(1)
  })
})
