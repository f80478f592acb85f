import { calls } from '@qingzhou/contract/calls'
import type { StaffRole } from '@qingzhou/contract/permissions'
import { codes, staffCodes } from '@qingzhou/contract/codes'
import { staffShapes } from '@qingzhou/contract/features/staff'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { clearStaffSession, staffToken } from '#platform/session/staff-session.ts'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import StaffHomeScreen from './staff-home-screen.tsx'
import { answerAsBackOffice, evidenceFor } from './testing/back-office.ts'

const network = connectNetworkForFile()

const open = () => openScreen(<StaffHomeScreen />)
const signInButton = () => screen.findByRole('button', { name: '登录工作台' })

function openAs(...roles: StaffRole[]) {
  const office = answerAsBackOffice(network, roles)
  office.evidenceList = [
    evidenceFor('PROOF-00001'),
    evidenceFor('PROOF-00002', { state: 'toUpload' }),
  ]
  return open()
}

const TICKET = 'x'.repeat(43)

async function typeIn() {
  await userEvent.type(await screen.findByLabelText('用户名'), 'caozuo')
  await userEvent.type(screen.getByLabelText('密码'), 'harbour_9')
  await userEvent.click(await signInButton())
}

afterEach(() => {
  cleanup()
  clearStaffSession()
  window.location.hash = ''
})

describe('home of the staff area', () => {
  it.each<[StaffRole, { seen: RegExp[]; unseen: RegExp[] }]>([
    ['operator', { seen: [/待上传 ?1/, /员工贷名单/, /新增名单/], unseen: [/待审核/] }],
    ['reviewer', { seen: [/待审核 ?1/], unseen: [/待上传/, /员工贷名单/, /新增名单/] }],
    ['admin', { seen: [/待上传 ?1/, /待审核 ?1/, /员工贷名单/, /新增名单/], unseen: [] }],
  ])('shows a member who is %s what their role opens', async (role, { seen, unseen }) => {
    openAs(role)
    for (const name of seen) await screen.findByRole('link', { name })
    for (const name of unseen) expect(screen.queryByRole('link', { name })).toBeNull()
  })

  it('shows the first letter of the name without a picture', async () => {
    openAs('operator')
    await screen.findByText('曹操作')
    expect(screen.getByText('曹')).toBeDefined()
    expect(screen.getByText('操作员')).toBeDefined()
  })

  it('[3.050] shows the picture of a member of staff who has one', async () => {
    answerAsBackOffice(network, ['operator'])
    network.answer(calls.staff.me, staffShapes.me, () => ({
      name: '曹操作',
      avatar: '/pictures/cao.png',
      roles: ['operator' as const],
    }))
    open()
    await screen.findByText('曹操作')
    expect(document.querySelector('img.avatar')?.getAttribute('src')).toBe('/pictures/cao.png')
  })

  it('[6.011] explains what to do without a role', async () => {
    openAs()
    await screen.findByText('您的账号还没有岗位')
    expect(screen.getByText(/请联系管理员/)).toBeDefined()
  })

  it('clears the session on sign-out, even without an answer', async () => {
    openAs('operator')
    network.cut(calls.staff.signOut)
    await userEvent.click(await screen.findByRole('button', { name: '退出登录' }))
    await signInButton()
    expect(staffToken()).toBeUndefined()
  })

  it('announces an expired session', async () => {
    answerAsBackOffice(network, ['operator'])
    network.answer(calls.staff.me, staffShapes.me, () => {
      throw new Refusal(staffCodes.sessionEnded, '请重新登录')
    })
    const { outcomes } = open()
    await waitFor(() => expect(outcomes).toContain('staffSessionEnded'))
  })
})

describe('staff sign-in', () => {
  it('requires both fields before the call', async () => {
    open()
    await userEvent.click(await signInButton())
    expect(await screen.findByText('请输入用户名')).toBeDefined()
    expect(screen.getByText('请输入密码')).toBeDefined()
  })

  it('[2.140, 7.158] stores the token and shows the home', async () => {
    answerAsBackOffice(network, ['operator'])
    clearStaffSession()
    network.answer(calls.staff.signIn, staffShapes.signIn, () => ({ token: 'staff-token-2' }))
    open()
    await typeIn()
    await screen.findByText('曹操作')
    expect(staffToken()).toBe('staff-token-2')
  })

  it('[3.070] exchanges the token of the admin platform once, and asks for the password if it is refused', async () => {
    answerAsBackOffice(network, ['operator'])
    clearStaffSession()
    const handed = `${'a'.repeat(20)}.${'b'.repeat(40)}.${'c'.repeat(86)}`
    const sent: string[] = []
    network.answer(calls.staff.redeemHandover, staffShapes.redeemHandover, (input) => {
      sent.push(input.handoverToken)
      return { token: 'staff-token-5' }
    })
    document.cookie = `adminPlatformToken=${handed}; Path=/`
    open()
    await screen.findByText('曹操作')
    expect(staffToken()).toBe('staff-token-5')
    expect(sent).toEqual([handed])
    expect(document.cookie).not.toContain('adminPlatformToken')

    cleanup()
    clearStaffSession()
    const refusal = '管理平台的登录凭证已失效，请输入用户名和密码登录'
    network.answer(calls.staff.redeemHandover, staffShapes.redeemHandover, () => {
      throw new Refusal('COMVAL0001', refusal)
    })
    for (const token of [handed, 'of-another-form']) {
      document.cookie = `adminPlatformToken=${token}; Path=/`
      open()
      await screen.findByText(refusal)
      await signInButton()
      expect(staffToken()).toBeUndefined()
      cleanup()
    }
  })

  it('[7.147] continues with the page that was open when the session expired', async () => {
    window.location.hash = `/staffLoan/staffIndex?to=${encodeURIComponent('/staffLoan/entry')}`
    network.cut(calls.staff.signIn)
    // Who comes to a page of the loan area signs in by the call of that area.
    network.answer(calls.staff.openLoanArea, staffShapes.openLoanArea, () => ({
      token: 'staff-token-2',
    }))
    const { places } = open()
    await typeIn()
    await waitFor(() => expect(places).toEqual(['/staffLoan/entry']))
  })

  it('shows the attempts left', async () => {
    network.answer(calls.staff.signIn, staffShapes.signIn, () => {
      throw new Refusal(codes.invalidField, '用户名或密码有误，还可以再试 4 次')
    })
    open()
    await typeIn()
    expect((await screen.findByRole('alert')).textContent).toContain('还可以再试 4 次')
    expect(staffToken()).toBeUndefined()
  })

  it('requires a code of the authenticator app as second step', async () => {
    answerAsBackOffice(network, ['operator'])
    clearStaffSession()
    const given: unknown[] = []
    const secondFactor = { ticket: TICKET }
    network.answer(calls.staff.signIn, staffShapes.signIn, () => ({ secondFactor }))
    network.answer(calls.staff.confirmSecondFactor, staffShapes.confirmSecondFactor, (input) => {
      given.push(input)
      if (given.length === 1) throw new Refusal(codes.invalidField, '动态验证码有误')
      return { token: 'staff-token-3' }
    })
    open()
    await typeIn()
    await userEvent.type(await screen.findByLabelText('动态验证码'), '000000')
    await userEvent.click(screen.getByRole('button', { name: '验证并登录' }))
    expect((await screen.findByRole('alert')).textContent).toContain('动态验证码有误')
    expect(staffToken()).toBeUndefined()
    await userEvent.type(screen.getByLabelText('动态验证码'), '123456')
    await userEvent.click(screen.getByRole('button', { name: '验证并登录' }))
    await screen.findByText('曹操作')
    expect(given[1]).toEqual({ ticket: TICKET, code: '123456' })
  })

  it('enrols an app with QR code and text, and continues after the recovery codes', async () => {
    answerAsBackOffice(network, ['operator'])
    clearStaffSession()
    const enrolment = { secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', address: 'otpauth://totp/x' }
    const secondFactor = { ticket: TICKET, enrolment }
    network.answer(calls.staff.signIn, staffShapes.signIn, () => ({ secondFactor }))
    network.answer(calls.staff.confirmSecondFactor, staffShapes.confirmSecondFactor, () => ({
      token: 'staff-token-4',
      recoveryCodes: ['ABCD-EFGH', 'JKLM-NPQR'],
    }))
    open()
    await typeIn()
    await screen.findByRole('img', { name: '身份验证器的绑定二维码' })
    screen.getByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')
    await userEvent.type(screen.getByLabelText('动态验证码'), '123456')
    await userEvent.click(screen.getByRole('button', { name: '绑定并登录' }))
    await screen.findByText('ABCD-EFGH')
    expect(staffToken()).toBeUndefined()
    await userEvent.click(screen.getByRole('button', { name: '已保存，进入工作台' }))
    await screen.findByText('曹操作')
    expect(staffToken()).toBe('staff-token-4')
  })

  it('returns to the password when the second step has expired', async () => {
    clearStaffSession()
    const secondFactor = { ticket: TICKET }
    network.answer(calls.staff.signIn, staffShapes.signIn, () => ({ secondFactor }))
    network.answer(calls.staff.confirmSecondFactor, staffShapes.confirmSecondFactor, () => {
      throw new Refusal(codes.accountState, '验证已超时，请重新输入用户名和密码')
    })
    open()
    await typeIn()
    await userEvent.type(await screen.findByLabelText('动态验证码'), '123456')
    await userEvent.click(screen.getByRole('button', { name: '验证并登录' }))
    expect((await screen.findByRole('alert')).textContent).toContain('验证已超时')
    await signInButton()
  })
})
