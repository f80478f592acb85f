import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { identityShapes } from '@qingzhou/contract/features/identity'
import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { profileShapes as shapes } from '@qingzhou/contract/features/profile'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isSignedIn, storeToken } from '#platform/session/session.ts'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import NewPhoneScreen from './new-phone-screen.tsx'
import VerifyPhoneScreen from './verify-phone-screen.tsx'

const network = connectNetworkForFile()
let asked: unknown[] = []

const saved = {
  name: '**舟',
  no: '990***********0020',
  issueAgency: '云泽市公安局',
  issueDate: localDate('2020-01-02'),
  expireDate: localDate('2040-01-02'),
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const type = async (label: string, text: string) =>
  userEvent.type(await screen.findByRole('textbox', { name: label }), text)

function refuseConfirm(code: string, message: string) {
  network.answer(calls.profile.confirmPhoneChange, shapes.confirmPhoneChange, () => {
    throw new Refusal(code, message)
  })
}

async function begin() {
  const view = openScreen(<NewPhoneScreen />)
  await type('新手机号', '13600000001')
  await press('下一步，验证手机号')
  await waitFor(() => expect(view.places).toEqual(['/wxUpdateInfo/verifyPhoneNum']))
  cleanup()
}

async function typeCodes() {
  await type('原手机号验证码', '12345')
  await type('新手机号验证码', '54321')
}

beforeEach(() => {
  localStorage.clear()
  storeToken('a-token')
  asked = []
  network.answer(calls.onboarding.maskedPhone, onboardingShapes.maskedPhone, () => ({
    mobile: '138****5678',
  }))
  network.answer(calls.identity.person, identityShapes.person, () => ({ saved, read: {} }))
  network.answer(calls.profile.startPhoneChange, shapes.startPhoneChange, (request) => {
    asked.push(request)
    return {
      changeNo: 'change-0001',
      waitSeconds: 60,
      maskedOld: '138****5678',
      maskedNew: '136****0001',
    }
  })
  network.answer(calls.profile.confirmPhoneChange, shapes.confirmPhoneChange, (request) => {
    asked.push(request)
    return { maskedPhone: '136****0001' }
  })
})
afterEach(cleanup)

describe('changing the phone', () => {
  it('[2.164] shows errors of the number at its field', async () => {
    network.answer(calls.profile.startPhoneChange, shapes.startPhoneChange, () => {
      throw new Refusal(codes.accountState, '该手机号已注册，请换一个手机号')
    })
    const { places } = openScreen(<NewPhoneScreen />)
    await type('新手机号', '13600000001')
    await press('下一步，验证手机号')
    const field = await screen.findByRole('textbox', { name: '新手机号' })
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getByText('该手机号已注册，请换一个手机号')).toBeDefined()
    expect(places).toEqual([])
  })

  it('[2.165] accepts both codes, also after a reload, and signs out', async () => {
    await begin()
    openScreen(<VerifyPhoneScreen />)
    expect(await screen.findByText('已发送至 138****5678')).toBeDefined()
    await typeCodes()
    await screen.findByText('手机号已更换')
    expect(asked.at(-1)).toEqual({
      changeNo: 'change-0001',
      oldCode: '12345',
      newCode: '54321',
    })
    expect(isSignedIn()).toBe(false)
    expect(screen.getByText(/请用新手机号 136\*{4}0001 登录/)).toBeDefined()
  })

  it('stays on the page after a wrong code and shows the error', async () => {
    await begin()
    refuseConfirm(codes.invalidField, '验证码不正确，还可以输入 4 次')
    openScreen(<VerifyPhoneScreen />)
    await typeCodes()
    await screen.findByText('验证码不正确，还可以输入 4 次')
    expect(isSignedIn()).toBe(true)
  })

  it('restarts when the change has expired or none was started', async () => {
    await begin()
    refuseConfirm(codes.pageDataMissing, '本次修改已失效，请重新开始')
    openScreen(<VerifyPhoneScreen />)
    await typeCodes()
    await screen.findByText('本次修改已失效')
    cleanup()
    openScreen(<VerifyPhoneScreen />)
    await screen.findByText('本次修改已失效')
  })

  it('switches to name and face when the old phone is unavailable', async () => {
    await begin()
    network.answer(calls.identity.matchCustomer, identityShapes.matchCustomer, (request) => {
      asked.push(request)
      return { matches: true }
    })
    openScreen(<VerifyPhoneScreen />)
    await press('原手机号收不到短信，改用身份核验')
    await type('姓名', '林晚舟')
    expect(asked.at(-1)).toEqual({
      mobile: '13600000001',
      way: 'identity',
      changeNo: 'change-0001',
    })
    await type('证件号码', '990101199603120020')
    await press('确认是本人，下一步')
    await screen.findByRole('button', { name: '开始核验' })
    expect(asked.at(-1)).toMatchObject({ purpose: 'phone', businessNo: 'change-0001' })
  })

  it('does not offer the identity check without a card on file', async () => {
    network.answer(calls.identity.person, identityShapes.person, () => ({ read: {} }))
    openScreen(<NewPhoneScreen />)
    await screen.findByText('138****5678')
    expect(screen.queryByRole('button', { name: /用身份核验/ })).toBeNull()
  })
})
