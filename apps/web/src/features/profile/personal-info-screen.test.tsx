import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { referenceShapes } from '@qingzhou/contract/features/reference'
import { identityShapes } from '@qingzhou/contract/features/identity'
import { profileShapes as shapes } from '@qingzhou/contract/features/profile'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import PersonalInfoScreen from './personal-info-screen.tsx'

const network = connectNetworkForFile()
let asked: unknown[] = []
/** Whether the server has the required face check. */
let isSeen = false

const saved = {
  name: '**舟',
  no: '990***********0020',
  issueAgency: '云泽市公安局',
  issueDate: localDate('2020-01-02'),
  expireDate: localDate('2040-01-02'),
}
const read = {
  front: { name: '余小舟', no: '11010519491231002X', nation: '汉', address: '云泽市临江区' },
  back: { issueAgency: '云泽市公安局', issueDate: '20260102', expireDate: '20460102' },
}
const quotas = {
  mayAmend: true,
  modCustNameCount: 0,
  modCustSignOrgCount: 0,
  changesMax: 2,
  mayAmendDetails: true,
  details: [],
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

function open(query: string) {
  window.location.hash = `/wxUpdateInfo/userInformation?amendment=name-renamed${query}`
  return openScreen(<PersonalInfoScreen />)
}

beforeEach(() => {
  localStorage.clear()
  asked = []
  isSeen = false
  network.answer(calls.identity.person, identityShapes.person, () => ({ saved, read }))
  network.answer(calls.identity.faceResult, identityShapes.faceResult, () => ({
    outcome: 'passed' as const,
  }))
  network.answer(calls.profile.amend, shapes.amend, (request) => {
    asked.push(request)
    return isSeen ? { ...quotas, modCustNameCount: 1 } : { ...quotas, needsFace: true }
  })
})
afterEach(() => {
  cleanup()
  window.location.hash = ''
})

describe('a new card', () => {
  it('[2.163] requires a face check first', async () => {
    open('')
    await press('下一步，人脸核验')
    await screen.findByRole('button', { name: '开始核验' })
    expect(asked).toMatchObject([{ act: 'change', what: 'name', reason: 'renamed' }])
    await press('返回')
    await screen.findByRole('button', { name: '下一步，人脸核验' })
  })

  it('is sent after the payment app’s successful check', async () => {
    isSeen = true
    open('&faceSessionNo=face-0000001')
    await press('确认提交姓名变更')
    await screen.findByText('姓名变更已完成')
    expect(asked).toMatchObject([{ act: 'change', what: 'name', name: '余小舟' }])
  })

  it('repeats an expired face check, and shows other errors', async () => {
    open('&faceSessionNo=face-0000001')
    await press('确认提交姓名变更')
    await screen.findByRole('button', { name: '开始核验' })
    cleanup()

    network.answer(calls.profile.amend, shapes.amend, () => {
      throw new Refusal(codes.accountState, '姓名与身份证号不一致')
    })
    open('&faceSessionNo=face-0000001')
    await press('确认提交姓名变更')
    await screen.findByText('姓名与身份证号不一致')
    await screen.findByRole('button', { name: '下一步，人脸核验' })
  })
})

const type = async (label: string, text: string) => {
  await userEvent.clear(await screen.findByLabelText(label))
  await userEvent.type(screen.getByLabelText(label), text)
}

describe('a change of details', () => {
  const basic = {
    marriage: '01',
    district: '330106',
    address: '文三路 ****',
    email: 'q***@example.com',
    contacts: [{ name: '*晚', relation: '02', mobile: '136****0001' }],
  }

  function openDetail(part: string, told: object = {}) {
    network.answer(calls.profile.read, shapes.read, () => ({
      basic,
      basicDistrict: '浙江省 杭州市 西湖区',
      isClosed: true,
    }))
    network.answer(calls.profile.amend, shapes.amend, (request) => {
      if (request.act !== 'read') asked.push(request)
      if ('dynamicCode' in request && request.dynamicCode === '00000') {
        throw new Refusal(codes.invalidField, '短信验证码已失效，请重新获取')
      }
      return { ...quotas, ...told }
    })
    network.answer(calls.onboarding.maskedPhone, onboardingShapes.maskedPhone, () => ({
      mobile: '138****5678',
    }))
    network.answer(calls.reference.choices, referenceShapes.choices, () => ({
      choices: { marriage: [{ code: '01', name: '未婚' }], relation: [] },
    }))
    window.location.hash = `/wxUpdateInfo/userInformation?detail=${part}`
    return openScreen(<PersonalInfoScreen />)
  }

  it('shows what is on file, and sends the new address with the code', async () => {
    const { places } = openDetail('home')
    expect(await screen.findByText('浙江省 杭州市 西湖区 文三路 ****')).toBeTruthy()
    await type('详细地址', '江南大道 200 号')
    await type('短信验证码', '12345')
    await screen.findByText('居住地址已更新')
    const change = { act: 'changeHome', district: '330106', address: '江南大道 200 号' }
    expect(asked).toEqual([{ ...change, dynamicCode: '12345' }])
    expect(JSON.stringify(localStorage)).not.toContain('amend-home')
    await press('完成')
    expect(places).toEqual(['back or /wxUpdateInfo/updateReason'])
  })

  it('is not sent without valid values and a code, and tells why the server refused', async () => {
    openDetail('email')
    await type('电子邮箱', 'new@')
    await press('确认更新')
    expect(await screen.findByText('请输入正确格式的邮箱')).toBeTruthy()
    await type('电子邮箱', 'new@example.com')
    await press('确认更新')
    expect(asked).toEqual([])
    await type('短信验证码', '00000')
    expect(await screen.findByText('短信验证码已失效，请重新获取')).toBeTruthy()
    // The button changes nothing before another code is typed.
    await press('确认更新')
    expect(screen.getByText('短信验证码已失效，请重新获取')).toBeTruthy()
    expect(asked).toHaveLength(1)
    await type('短信验证码', '1')
    expect(screen.queryByText('短信验证码已失效，请重新获取')).toBeNull()
  })

  it('names the day it opens again, or that the application comes first', async () => {
    const opensOn = localDate('2027-05-01')
    openDetail('contacts', { details: [{ part: 'contacts', count: 2, opensOn }] })
    expect(await screen.findByText('一年内已改 2 次，2027年5月1日起可以再改')).toBeTruthy()
    cleanup()
    openDetail('company', { mayAmendDetails: false })
    expect(await screen.findByText(/审核中的申请，出结果后可以更新/)).toBeTruthy()
  })
})
