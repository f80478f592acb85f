import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { onboardingShapes as shapes } from '@qingzhou/contract/features/onboarding'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { SignInForm } from './sign-in-form.tsx'

const { onboarding } = calls

const network = connectNetworkForFile()
afterEach(cleanup)

const press = async (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('solves a puzzle instead of an image, and asks for no code', async () => {
  const requests: unknown[] = []
  // The hash of salt&42.
  const challenge = '520fecf7a1c4111a5ba232e9f8b946145549a5452c2bc11a67a95d1a19417199'
  network.answer(onboarding.newCaptcha, shapes.newCaptcha, () => ({
    captchaKey: 'key-with-a-puzzle',
    image: '',
    proofBits: 6,
    puzzle: { salt: 'salt&', challenge, maxnumber: 128 },
  }))
  network.answer(onboarding.sendSmsCodeAfterCaptcha, shapes.sendSmsCodeAfterCaptcha, (input) => {
    requests.push(input)
    if (requests.length === 1) throw new Refusal(codes.captchaWrong, '图形验证码有误或已过期')
    return { waitSeconds: 60 }
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SignInForm draft="test" submitLabel="登录" onSignedIn={async () => undefined} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('已自动进行安全验证，无需输入图形验证码')).toBeTruthy()
  expect(screen.queryByLabelText('图形验证码')).toBeNull()
  await userEvent.type(screen.getByLabelText('手机号'), '13805716021')
  await press('获取验证码')
  expect(await screen.findByText('安全验证已过期，请再试一次')).toBeTruthy()
  await press('获取验证码')
  await waitFor(() => expect(requests).toHaveLength(2))
  const answer = { captchaKey: 'key-with-a-puzzle', imageCode: '0000', proof: 42 }
  expect(requests[1]).toMatchObject(answer)
})
