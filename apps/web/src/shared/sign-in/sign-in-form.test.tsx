import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { proofBits } from '@qingzhou/contract/sealing/proof-of-work'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { read } from '#platform/browser/storage.ts'
import { clearSession, isSignedIn } from '#platform/session/session.ts'
import { SignInForm } from './sign-in-form.tsx'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'

const { onboarding } = calls
const shapes = onboardingShapes

const network = connectNetworkForFile()
let pictures = 0
let entered = 0
let terminals = 0

/** A server with default answers; each test changes the one it needs. */
function answerWell() {
  pictures = 0
  entered = 0
  terminals = 0
  network.answer(onboarding.newCaptcha, shapes.newCaptcha, () => {
    pictures += 1
    return { captchaKey: `picture-number-${pictures}`, image: 'data:image/png;base64,AA==' }
  })
  network.answer(onboarding.sendSmsCodeAfterCaptcha, shapes.sendSmsCodeAfterCaptcha, () => ({
    waitSeconds: 60,
  }))
  network.answer(onboarding.signIn, shapes.signIn, () => signedInAnswer)
  network.answer(onboarding.saveTerminal, shapes.saveTerminal, () => {
    terminals += 1
    return {}
  })
  network.answer(onboarding.currentUser, shapes.currentUser, () => ({
    maskedPhone: '138****6021',
    userId: 'U1',
    customerNo: 'C1',
  }))
}

const hint = () => screen.queryByText('测试号码：验证码在模拟台的收件箱里')

/** The stored user: `mobile`, `custNo` and `userID`. */
const storedUser = () => [read('mobile'), read('custNo'), read('userID')]

const signedInAnswer = { outcome: 'signedIn', token: 'a-token', isNew: false } as const

async function open() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SignInForm
        draft="test"
        submitLabel="登录"
        withPassword
        onSignedIn={async () => {
          entered += 1
        }}
      />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(document.querySelector('.code-picture img')).toBeTruthy())
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const press = async (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function askForCode() {
  await userEvent.type(field('手机号'), '13805716021')
  await userEvent.type(field('图形验证码'), 'AC34')
  await press('获取验证码')
}

describe('signing in', () => {
  beforeEach(() => {
    localStorage.clear()
    clearSession()
    answerWell()
  })
  afterEach(cleanup)

  it('[3.045, 3.081, 7.028, 7.032] sends a code, signs in with it and continues', async () => {
    await open()
    await askForCode()
    expect(await screen.findByText('已发送至 138****6021，5 分钟内有效')).toBeTruthy()
    expect(document.activeElement).toBe(field('短信验证码'))

    await userEvent.type(field('短信验证码'), '27411')
    await userEvent.click(screen.getByRole('checkbox'))
    await press('登录')
    await waitFor(() => expect(entered).toBe(1))
    expect(isSignedIn()).toBe(true)
    await waitFor(() => expect(terminals).toBe(1))
    await waitFor(() => expect(storedUser()).toEqual(['138****6021', 'C1', 'U1']))
  })

  it('[7.144] says in the sandbox where the code of a test person is', async () => {
    network.answer(onboarding.isTestPhone, shapes.isTestPhone, ({ mobile }) => ({
      isTest: mobile === '13805716021',
    }))
    const page = document.createElement('meta')
    page.name = 'qingzhou-config'
    document.head.append(page)
    for (const [mode, isShown] of [
      ['production', false],
      ['sandbox', true],
    ] as const) {
      page.content = JSON.stringify({ mode })
      await open()
      await askForCode()
      await screen.findByText(/已发送至/)
      if (isShown) await waitFor(() => expect(hint()).toBeTruthy())
      else expect(hint()).toBeNull()
      cleanup()
      localStorage.clear()
    }
    page.remove()
  })

  it('[5.023] sends nothing before phone and image code are valid', async () => {
    await open()
    await userEvent.type(field('手机号'), '138')
    await press('获取验证码')
    expect(document.activeElement).toBe(field('手机号'))
    expect(screen.getByText(/请输入正确格式的手机号/)).toBeTruthy()
    expect(screen.getByText('请输入图形验证码')).toBeTruthy()
  })

  it('never ticks the agreement in advance, and marks it when missing', async () => {
    await open()
    await userEvent.type(field('手机号'), '13805716021')
    await userEvent.type(field('短信验证码'), '27411')
    await press('登录')
    expect(screen.getByText('请先阅读并勾选同意协议')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('checkbox'))
    expect(entered).toBe(0)
  })

  it('[8.029] loads a new image after a wrong image code', async () => {
    network.answer(onboarding.sendSmsCodeAfterCaptcha, shapes.sendSmsCodeAfterCaptcha, () => {
      throw new Refusal(codes.captchaWrong, '图形验证码有误或已过期，请重新输入')
    })
    await open()
    await askForCode()
    expect(await screen.findByText('图形验证码不正确，已为您换了一张')).toBeTruthy()
    expect(field('图形验证码').value).toBe('')
    expect(pictures).toBe(2)
  })

  it('counts down the waiting time of the server', async () => {
    network.answer(onboarding.sendSmsCodeAfterCaptcha, shapes.sendSmsCodeAfterCaptcha, () => {
      throw new Refusal(codes.tooOften, '请 37 秒后再获取验证码', { waitSeconds: 37 })
    })
    await open()
    await askForCode()
    expect(await screen.findByText(/^3[67] 秒后可重发$/)).toBeTruthy()
  })

  it('explains that the daily limit of messages is reached', async () => {
    network.answer(onboarding.sendSmsCodeAfterCaptcha, shapes.sendSmsCodeAfterCaptcha, () => {
      throw new Refusal(codes.tooOften, '今日获取验证码的次数已用完，请明天再试')
    })
    await open()
    await askForCode()
    expect(await screen.findByText('今日次数已用完')).toBeTruthy()
  })

  it('sends a code to another phone while one is waiting', async () => {
    await open()
    await askForCode()
    await screen.findByText(/秒后可重发$/)
    await userEvent.clear(field('手机号'))
    await userEvent.type(field('手机号'), '13905716021')
    expect(screen.getByRole('button', { name: '获取验证码' })).toBeTruthy()
    await waitFor(() => expect(pictures).toBe(2))
  })

  it('shows the server’s message at the field of a wrong code', async () => {
    network.answer(onboarding.signIn, shapes.signIn, () => {
      throw new Refusal(codes.invalidField, '短信验证码有误，您还可以输入 4 次')
    })
    await open()
    await userEvent.type(field('手机号'), '13805716021')
    await userEvent.type(field('短信验证码'), '00000')
    await userEvent.click(screen.getByRole('checkbox'))
    await press('登录')
    expect(await screen.findByText('短信验证码有误，您还可以输入 4 次')).toBeTruthy()
    expect(document.activeElement).toBe(field('短信验证码'))
    expect(isSignedIn()).toBe(false)
  })

  it('offers to load the image again after a failure', async () => {
    await open()
    network.cut(onboarding.newCaptcha)
    await press('图形验证码，点按更换')
    expect(await screen.findByText('点按重试')).toBeTruthy()

    answerWell()
    await press('图形验证码，点按更换')
    await waitFor(() => expect(screen.queryByText('点按重试')).toBeNull())
  })

  it('finds the code in a pasted message', async () => {
    await open()
    await userEvent.click(field('短信验证码'))
    await userEvent.paste('【轻舟】登录验证码 27411，5 分钟内有效，请勿告诉他人。')
    expect(field('短信验证码').value).toBe('27411')
  })

  it('signs in once, however often the button is pressed', async () => {
    let requests = 0
    network.answer(onboarding.signIn, shapes.signIn, () => {
      requests += 1
      return signedInAnswer
    })
    await open()
    await userEvent.type(field('手机号'), '13805716021')
    await userEvent.type(field('短信验证码'), '27411')
    await userEvent.click(screen.getByRole('checkbox'))
    await userEvent.dblClick(screen.getByRole('button', { name: '登录' }))
    await waitFor(() => expect(entered).toBe(1))
    await waitFor(() => expect(terminals).toBe(1))
    expect(requests).toBe(1)
  })

  it('keeps saying why an account cannot be opened', async () => {
    network.answer(onboarding.signIn, shapes.signIn, () => {
      throw new Refusal(codes.accountState, '账户已暂停登录，请致电客服')
    })
    await open()
    await userEvent.type(field('手机号'), '13805716021')
    await userEvent.type(field('短信验证码'), '27411')
    await userEvent.click(screen.getByRole('checkbox'))
    await press('登录')
    expect((await screen.findByRole('alert')).textContent).toContain('账户已暂停登录')
  })

  it('switches to the code, with the phone filled in, when passwords are disabled', async () => {
    network.answer(onboarding.signIn, shapes.signIn, () => {
      throw new Refusal(codes.accountState, '密码登录暂不可用，请用短信验证码登录')
    })
    await open()
    await press('用密码登录')
    await screen.findByLabelText('密码')
    await userEvent.type(field('手机号'), '13805716021')
    await userEvent.type(field('密码'), 'Boat_2026')
    await press('登录')
    expect((await screen.findByRole('alert')).textContent).toContain('请用短信验证码登录')
    expect(field('手机号').value).toBe('138 0571 6021')
    expect(field('短信验证码').value).toBe('')
  })

  it('solves the proof of work in the background and sends it', async () => {
    const key = 'key-that-asks-for-work'
    const requests: unknown[] = []
    network.answer(onboarding.newCaptcha, shapes.newCaptcha, () => ({
      captchaKey: key,
      image: 'data:image/png;base64,',
      proofBits: 8,
    }))
    network.answer(onboarding.sendSmsCodeAfterCaptcha, shapes.sendSmsCodeAfterCaptcha, (input) => {
      requests.push(input)
      return { waitSeconds: 60 }
    })
    await open()
    await userEvent.type(field('手机号'), '13805716021')
    await userEvent.type(field('图形验证码'), 'AC4W')
    await press('获取验证码')
    await waitFor(() => expect(requests).toHaveLength(1))
    const { proof } = requests[0] as { proof: number }
    expect(proofBits(key, proof)).toBeGreaterThanOrEqual(8)
  })

  it('[3.082] signs in by password', async () => {
    const requests: unknown[] = []
    network.answer(onboarding.signIn, shapes.signIn, (input) => {
      requests.push(input)
      return signedInAnswer
    })
    await open()
    await userEvent.type(field('手机号'), '13805716021')
    await press('用密码登录')
    await screen.findByLabelText('密码')
    expect(field('手机号').value).toBe('138 0571 6021')
    await userEvent.type(field('密码'), 'Boat_2026')
    await press('登录')
    await waitFor(() => expect(entered).toBe(1))
    await waitFor(() => expect(terminals).toBe(1))
    expect(requests).toEqual([{ by: 'password', mobile: '13805716021', password: 'Boat_2026' }])
    await waitFor(() => expect(storedUser()).toEqual(['138****6021', 'C1', 'U1']))
  })
})
