import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { creditShapes } from '@qingzhou/contract/features/credit'
import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { profileShapes } from '@qingzhou/contract/features/profile'
import { referenceShapes } from '@qingzhou/contract/features/reference'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import BasicInfoScreen from './basic-info-screen.tsx'

const whole = {
  marriage: '01',
  education: '01',
  district: '330106',
  address: '文三路 18 号',
  email: 'lin@example.cn',
  contacts: [
    { name: '陈知远', relation: '01', mobile: '13805716021' },
    { name: '林静', relation: '01', mobile: '13905716021' },
  ],
}
const OWN_PHONE = '13700000000'

const network = connectNetworkForFile()
let saved: Input<typeof profileShapes.save>[] = []

function answerWell(profile: Output<typeof profileShapes.read> = {}) {
  saved = []
  network.answer(calls.profile.read, profileShapes.read, () => profile)
  network.answer(calls.profile.save, profileShapes.save, (part) => {
    saved.push(part)
    return { version: 'next' }
  })
  network.answer(calls.credit.open, creditShapes.open, () => ({ applyNo: 'apply-1' }))
  network.answer(calls.credit.progress, creditShapes.progress, () => ({ steps: [] }))
  network.answer(calls.onboarding.isOwnPhone, onboardingShapes.isOwnPhone, ({ mobile }) => ({
    same: mobile === OWN_PHONE,
  }))
  network.answer(calls.reference.choices, referenceShapes.choices, () => ({
    choices: {
      marriage: [{ code: '01', name: '未婚' }],
      education: [{ code: '01', name: '大学本科' }],
      relation: [{ code: '01', name: '父母' }],
    },
  }))
  network.answer(calls.reference.areas, referenceShapes.areas, ({ keyword }) => {
    if (keyword === '没有') return { areas: [] }
    const name = keyword === undefined ? '东莞市' : '广东省 东莞市'
    return { areas: [{ code: '441900', name, hasParts: false }] }
  })
}

async function open() {
  const opened = openScreen(<BasicInfoScreen />)
  await screen.findByLabelText('详细地址')
  return opened
}

const fields = (label: string) => screen.getAllByLabelText<HTMLInputElement>(label)
const first = (label: string) =>
  within(
    screen.getByText('紧急联系人 1').closest('section') ?? document.body,
  ).getByLabelText<HTMLInputElement>(label)
const second = (label: string) =>
  within(
    screen.getByText('紧急联系人 2').closest('section') ?? document.body,
  ).getByLabelText<HTMLInputElement>(label)
const send = async () => userEvent.click(screen.getByRole('button', { name: '保存，下一步' }))
const wholeForms = () => saved.filter(({ part }) => part === 'basic')

describe('the basic information', () => {
  beforeEach(() => {
    localStorage.clear()
    answerWell()
  })
  afterEach(cleanup)

  it('[2.043] is filled in and sent completely', async () => {
    const { outcomes } = await open()
    for (const [label, choice] of [
      ['婚姻状况', '未婚'],
      ['最高学历', '大学本科'],
    ] as const) {
      await userEvent.click(screen.getByRole('button', { name: `${label} 请选择` }))
      await userEvent.click(await screen.findByRole('radio', { name: choice }))
    }
    await userEvent.click(screen.getByRole('button', { name: /居住地区/ }))
    await userEvent.type(await screen.findByLabelText('搜索地区'), '没有')
    await screen.findByText('没有找到“没有”，请换个名称，或清除后逐级选择')
    await userEvent.clear(screen.getByLabelText('搜索地区'))
    await userEvent.type(screen.getByLabelText('搜索地区'), '东莞')
    await screen.findByRole('button', { name: '广东省 东莞市' })
    await userEvent.clear(screen.getByLabelText('搜索地区'))
    await userEvent.click(await screen.findByRole('button', { name: '东莞市' }))
    await userEvent.type(screen.getByLabelText('详细地址'), '文三路 18 号')
    await userEvent.type(screen.getByLabelText('电子邮箱'), 'lin@example.cn')
    await userEvent.type(first('姓名'), '陈知远')
    await userEvent.type(first('手机号'), '13805716021')
    await userEvent.type(second('姓名'), '林静')
    await userEvent.type(second('手机号'), '13905716021')
    for (const relation of screen.getAllByRole('button', { name: '与您的关系 请选择' })) {
      await userEvent.click(relation)
      await userEvent.click(await screen.findByRole('radio', { name: '父母' }))
    }
    await send()
    await waitFor(() => expect(outcomes).toContain('stepWanted'))
    expect(wholeForms()).toMatchObject([{ part: 'basic', ...whole, district: '441900' }])
  })

  it('is saved while typing, and then removed from the phone', async () => {
    await open()
    await userEvent.type(screen.getByLabelText('详细地址'), '文三路 18 号')
    expect(localStorage.getItem('draft:basic-info')).not.toBeNull()
    await waitFor(() =>
      expect(saved).toMatchObject([{ part: 'basicDraft', address: '文三路 18 号' }]),
    )
    expect(await screen.findByText(/^已自动保存/)).toBeTruthy()
    expect(localStorage.getItem('draft:basic-info')).toBeNull()
  })

  it('survives a reload while offline', async () => {
    network.cut(calls.profile.save)
    const { unmount } = await open()
    await userEvent.type(screen.getByLabelText('详细地址'), '文三路')
    unmount()
    await open()
    expect(fields('详细地址')[0]?.value).toBe('文三路')
  })

  it('continues with the data of another phone', async () => {
    answerWell({ basic: whole, basicDistrict: '浙江省 杭州市 西湖区' })
    await open()
    expect(screen.getByText('浙江省 杭州市 西湖区')).toBeTruthy()
    expect(second('手机号').value).toBe('139 0571 6021')
    await send()
    await waitFor(() => expect(wholeForms()).toEqual([{ part: 'basic', ...whole }]))
  })

  it('rejects the borrower as contact', async () => {
    await open()
    await userEvent.type(first('手机号'), OWN_PHONE)
    await userEvent.tab()
    expect(await screen.findByText('这是您本人的手机号，请填写联系人的号码')).toBeTruthy()
  })

  it('requires two different contacts', async () => {
    const [one] = whole.contacts
    if (one) answerWell({ basic: { ...whole, contacts: [one, { ...one, name: '林静' }] } })
    await open()
    await send()
    expect(await screen.findByText('两位联系人的手机号不能相同')).toBeTruthy()
    expect(wholeForms()).toEqual([])
  })

  it('shows the server’s message after a refusal', async () => {
    answerWell({ basic: whole, basicDistrict: '浙江省' })
    network.answer(calls.profile.save, profileShapes.save, () => {
      throw new Refusal(codes.invalidField, '联系人不能是您本人，请填写其他人')
    })
    const { outcomes } = await open()
    await send()
    expect(await screen.findByText('联系人不能是您本人，请填写其他人')).toBeTruthy()
    expect(outcomes).not.toContain('stepWanted')
  })

  it('marks missing fields and focuses the first', async () => {
    await open()
    await send()
    expect(screen.getByText('请选择婚姻状况')).toBeTruthy()
    expect(screen.getAllByText('请输入联系人姓名')).toHaveLength(2)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '婚姻状况 请选择' }))
  })
})
