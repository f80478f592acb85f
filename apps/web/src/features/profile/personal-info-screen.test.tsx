import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { identityShapes } from '@qingzhou/contract/features/identity'
import { profileShapes as shapes } from '@qingzhou/contract/features/profile'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectNetwork, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import PersonalInfoScreen from './personal-info-screen.tsx'

let network: Awaited<ReturnType<typeof connectNetwork>>
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
const quotas = { mayAmend: true, modCustNameCount: 0, modCustSignOrgCount: 0, changesMax: 2 }

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

function open(query: string) {
  window.location.hash = `/wxUpdateInfo/userInformation?amendment=name-renamed${query}`
  return openScreen(<PersonalInfoScreen />)
}

beforeAll(async () => {
  network = await connectNetwork()
})
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
afterAll(() => vi.unstubAllGlobals())

describe('a new card', () => {
  it('requires a face check first', async () => {
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
