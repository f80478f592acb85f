import { calls } from '@qingzhou/contract/calls'
import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { profileShapes as shapes } from '@qingzhou/contract/features/profile'
import type { Output } from '@qingzhou/contract/wire/shape'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { connectNetworkForFile } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import UpdateReasonScreen from './update-reason-screen.tsx'

const network = connectNetworkForFile()

function answerQuotas(quotas: Partial<Output<typeof shapes.amend>>) {
  network.answer(calls.profile.amend, shapes.amend, () => ({
    mayAmend: true,
    modCustNameCount: 0,
    modCustSignOrgCount: 0,
    changesMax: 2,
    mayAmendDetails: false,
    details: [],
    ...quotas,
  }))
  network.answer(calls.onboarding.maskedPhone, onboardingShapes.maskedPhone, () => ({
    mobile: '138****5678',
  }))
}

describe('choice of the change', () => {
  afterEach(cleanup)

  it('[2.162] is made with a reason and leads to the new card', async () => {
    answerQuotas({ modCustNameCount: 1 })
    const { places } = openScreen(<UpdateReasonScreen />)
    await userEvent.click(await screen.findByRole('radio', { name: /姓名变更/ }))
    expect(screen.getByText('还可修改 1 次，一年内最多 2 次')).toBeDefined()
    await userEvent.click(screen.getByRole('radio', { name: '依法改名' }))
    await userEvent.click(screen.getByRole('button', { name: '下一步，拍摄新身份证' }))
    expect(places).toEqual(['/wxUpdateInfo/userInformation?amendment=name-renamed'])
  })

  it('is disabled after two changes, with the next possible day', async () => {
    answerQuotas({ modCustSignOrgCount: 2, issuerOpensOn: localDate('2027-11-16') })
    openScreen(<UpdateReasonScreen />)
    const issuer = await screen.findByRole('radio', { name: /签发机关变更/ })
    expect(issuer).toHaveProperty('disabled', true)
    expect(screen.getByText('一年内已改 2 次，2027年11月16日起可以再改')).toBeDefined()
  })

  it('offers each part of the details with the changes left, or the day it opens again', async () => {
    answerQuotas({
      mayAmendDetails: true,
      details: [
        { part: 'home', count: 1 },
        { part: 'email', count: 2, opensOn: localDate('2027-05-01') },
      ],
    })
    openScreen(<UpdateReasonScreen />)
    const home = await screen.findByRole('link', { name: /居住地址/ })
    expect(home.getAttribute('href')).toBe('#/wxUpdateInfo/userInformation?detail=home')
    expect(home.textContent).toContain('还可修改 1 次，一年内最多 2 次')
    expect(screen.getByText('一年内已改 2 次，2027年5月1日起可以再改')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /电子邮箱/ })).toBeNull()
    expect(screen.getByRole('link', { name: /紧急联系人/ })).toBeTruthy()
    expect(screen.getByRole('link', { name: /单位信息/ })).toBeTruthy()
  })

  it('offers only the phone during an application', async () => {
    answerQuotas({ mayAmend: false })
    openScreen(<UpdateReasonScreen />)
    await screen.findByRole('button', { name: '去申请' })
    expect(screen.queryByRole('radio')).toBeNull()
    const phone = screen.getByRole('link', { name: /更换手机号/ })
    expect(phone.getAttribute('href')).toBe('#/wxUpdateInfo/editPhoneNum')
  })
})
