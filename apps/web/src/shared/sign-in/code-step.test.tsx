import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { SmsCodePurpose } from './code-step.tsx'

afterEach(cleanup)

function wordsWhen(sentTo: string | undefined, phone: string | undefined) {
  const sending = {
    send: async () => {},
    isSending: false,
    secondsLeft: 0,
    refusal: undefined,
    sentTo,
  }
  const { container } = render(
    <SmsCodePurpose phone={phone} sending={sending}>
      确认本次还款
    </SmsCodePurpose>,
  )
  return container.textContent
}

it('shows where a code will be sent, until it is sent', () => {
  expect(wordsWhen(undefined, '139****0008')).toBe(
    '验证码只用于确认本次还款，将发送至 139****0008，请勿告诉任何人',
  )
  expect(wordsWhen('139****0008', '139****0008')).toBe('验证码只用于确认本次还款，请勿告诉任何人')
})

it('leaves out an unknown phone', () => {
  expect(wordsWhen(undefined, undefined)).toBe('验证码只用于确认本次还款，请勿告诉任何人')
})
