import { calls } from '@qingzhou/contract/calls'
import { creditShapes } from '@qingzhou/contract/features/credit'
import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { profileShapes } from '@qingzhou/contract/features/profile'
import { referenceShapes } from '@qingzhou/contract/features/reference'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectNetworkForFile } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import CompanyInfoScreen from './company-info-screen.tsx'

const company = {
  companyName: '轻云科技',
  industry: '01',
  position: '01',
  income: '01',
  district: '330106',
  address: '学院路 77 号',
  phone: '0571-88888888',
}

const network = connectNetworkForFile()
let saved: Input<typeof profileShapes.save>[] = []

function answerWell(profile: Output<typeof profileShapes.read>) {
  saved = []
  network.answer(calls.credit.open, creditShapes.open, () => ({ applyNo: 'apply-1' }))
  network.answer(calls.credit.progress, creditShapes.progress, () => ({ steps: [] }))
  network.answer(calls.profile.read, profileShapes.read, () => profile)
  network.answer(calls.profile.save, profileShapes.save, (part) => {
    saved.push(part)
    return { version: 'next' }
  })
  network.answer(calls.reference.choices, referenceShapes.choices, () => ({
    choices: {
      industry: [{ code: '01', name: '制造业' }],
      position: [{ code: '01', name: '办事人员' }],
      income: [{ code: '01', name: '3,000 元以下' }],
    },
  }))
}

const send = async () =>
  userEvent.click(await screen.findByRole('button', { name: '保存，下一步' }))

describe('the company information', () => {
  beforeEach(() => localStorage.clear())
  afterEach(cleanup)

  it('[2.045] is sent completely, and the application continues', async () => {
    answerWell({ company, companyDistrict: '浙江省 杭州市 西湖区' })
    const { outcomes } = openScreen(<CompanyInfoScreen />)
    await send()
    await waitFor(() => expect(outcomes).toContain('stepWanted'))
    expect(saved).toEqual([{ part: 'company', ...company }])
  })

  it('requires a valid telephone number', async () => {
    answerWell({ company: { ...company, phone: '88888888' } })
    openScreen(<CompanyInfoScreen />)
    await send()
    expect(await screen.findByText('请输入正确的单位电话')).toBeTruthy()
    expect(saved).toEqual([])
  })

  it('returns to the previous form', async () => {
    answerWell({ company })
    const { places } = openScreen(<CompanyInfoScreen />)
    await screen.findByLabelText('单位名称')
    await userEvent.click(screen.getByRole('button', { name: '返回' }))
    expect(places).toEqual(['back or /apply/connectMsg'])
  })

  it('[4.023] is amended with an SMS code once there is a limit', async () => {
    const shown = { ...company, address: '学院路****', phone: '0571****8888' }
    answerWell({ company: shown, companyDistrict: '浙江省 杭州市 西湖区', isClosed: true })
    const amended: unknown[] = []
    network.answer(calls.profile.amend, profileShapes.amend, (request) => {
      if (request.act !== 'read') amended.push(request)
      const counts = { modCustNameCount: 0, modCustSignOrgCount: 0, changesMax: 2 }
      return { mayAmend: true, ...counts, mayAmendDetails: true, details: [] }
    })
    network.answer(calls.onboarding.maskedPhone, onboardingShapes.maskedPhone, () => ({
      mobile: '138****5678',
    }))
    const { places } = openScreen(<CompanyInfoScreen />)
    await userEvent.type(await screen.findByLabelText('单位地址'), '教工路 18 号')
    await userEvent.type(screen.getByLabelText('单位电话'), '0571-88001234')
    await userEvent.type(screen.getByLabelText('短信验证码'), '12345')
    await userEvent.click(await screen.findByRole('button', { name: '完成' }))
    expect(places).toEqual(['back or /user/limit'])
    const input = { ...company, address: '教工路 18 号', phone: '0571-88001234' }
    expect(amended).toEqual([{ act: 'changeCompany', ...input, dynamicCode: '12345' }])
    expect(saved).toEqual([])
  })

  it('can be loaded again after a failure', async () => {
    answerWell({ company })
    network.cut(calls.profile.read)
    openScreen(<CompanyInfoScreen />)
    const again = await screen.findByRole('button', { name: '重新加载' })
    answerWell({ company })
    await userEvent.click(again)
    expect(await screen.findByLabelText('单位名称')).toHaveProperty('value', '轻云科技')
  })
})
