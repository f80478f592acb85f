import { calls } from '@qingzhou/contract/calls'
import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { draftOf } from '#platform/browser/storage.ts'
import { rememberUser } from '#platform/session/remember-user.ts'
import { clearPersonalData, clearSession, storeToken } from '#platform/session/session.ts'
import { connectNetwork } from '#shared/testing/network.ts'
import { SignInForm } from './sign-in-form.tsx'

const { onboarding } = calls
const shapes = onboardingShapes

let entered = 0

const onSignedIn = async () => void (entered += 1)

function open(link: { readonly phone?: string } = {}) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SignInForm draft="test" submitLabel="登录" withPassword onSignedIn={onSignedIn} {...link} />
    </QueryClientProvider>,
  )
}

const phone = () => screen.getByLabelText<HTMLInputElement>('手机号')
const press = async (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('the sign-in form after a session', () => {
  afterEach(cleanup)
  afterAll(() => vi.unstubAllGlobals())

  it('says that it has ended and has the phone filled in, but not after a sign-out', async () => {
    const network = await connectNetwork()
    network.answer(onboarding.newCaptcha, shapes.newCaptcha, () => ({
      captchaKey: 'picture-number-1',
      image: 'data:image/png;base64,AA==',
    }))
    const signedIn = { outcome: 'signedIn', token: 'a-token', isNew: false } as const
    network.answer(onboarding.signIn, shapes.signIn, () => signedIn)
    network.answer(onboarding.saveTerminal, shapes.saveTerminal, () => ({}))
    const user = { maskedPhone: '138****6021', userId: 'U1', customerNo: 'C1' }
    network.answer(onboarding.currentUser, shapes.currentUser, () => user)
    open()
    expect(screen.queryByRole('alert')).toBeNull()
    await press('用密码登录')
    await userEvent.type(await screen.findByLabelText('手机号'), '13805716021')
    await userEvent.type(await screen.findByLabelText('密码'), 'lightboat2026')
    await press('登录')
    await waitFor(() => expect([entered, draftOf('user')]).toEqual([1, user.maskedPhone]))

    cleanup()
    clearSession()
    open()
    expect(screen.getByRole('alert').textContent).toBe('登录已失效，请用 138****6021 重新登录')
    expect(phone().value).toBe('138 0571 6021')

    cleanup()
    clearPersonalData()
    open()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(phone().value).toBe('')

    // A session of a link: the number was never typed here, so only its masked form is shown.
    cleanup()
    storeToken('of-a-link')
    await rememberUser()
    clearSession()
    open({ phone: '13805716022' })
    expect(screen.getByRole('alert').textContent).toBe('登录已失效，请用 138****6021 重新登录')
    // The phone of the next link is filled in.
    expect(phone().value).toBe('138 0571 6022')

    cleanup()
    storeToken('of-the-next-person')
    clearSession()
    open()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
