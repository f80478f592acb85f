import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { creditShapes } from '@qingzhou/contract/features/credit'
import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { profileShapes } from '@qingzhou/contract/features/profile'
import { referenceShapes } from '@qingzhou/contract/features/reference'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import BasicInfoScreen from '#features/credit/basic-info-screen.tsx'
import CompanyInfoScreen from '#features/credit/company-info-screen.tsx'

const contacts = [
  { name: '陈知远', relation: '01', mobile: '13805716021' },
  { name: '林静', relation: '01', mobile: '13905716021' },
]
const basic = {
  marriage: '01',
  education: '01',
  district: '330106',
  address: '文三路 18 号',
  email: 'lin@example.cn',
  contacts,
}

const network = connectNetworkForFile()
let stored: Output<typeof profileShapes.read> = {}
let saved: Input<typeof profileShapes.save>[] = []

/** The form as the server answers with it; a save has no effect unless a test says so. */
function answer(profile: typeof stored) {
  stored = profile
  network.answer(calls.profile.read, profileShapes.read, () => stored)
  network.answer(calls.profile.save, profileShapes.save, (part) => {
    saved.push(part)
    return { version: `v${saved.length + 1}` }
  })
}

/** Both forms of an application in one page, one after the other. */
function openForms() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const page = (form: 'basic' | 'company') => (
    <QueryClientProvider client={client}>
      {form === 'basic' ? <BasicInfoScreen /> : <CompanyInfoScreen />}
    </QueryClientProvider>
  )
  const { rerender } = render(page('basic'))
  return { show: (form: 'basic' | 'company') => rerender(page(form)) }
}

const address = async () => screen.findByLabelText<HTMLInputElement>('详细地址')
const save = async () => userEvent.click(screen.getByRole('button', { name: '保存，下一步' }))
const email = () => screen.getByLabelText<HTMLInputElement>('电子邮箱')

describe('a form of the application', () => {
  beforeAll(() => {
    network.answer(calls.credit.open, creditShapes.open, () => ({ applyNo: 'apply-1' }))
    network.answer(calls.credit.progress, creditShapes.progress, () => ({ steps: [] }))
    network.answer(calls.onboarding.isOwnPhone, onboardingShapes.isOwnPhone, () => ({
      same: false,
    }))
    network.answer(calls.reference.choices, referenceShapes.choices, () => ({ choices: {} }))
  })
  beforeEach(() => {
    localStorage.clear()
    saved = []
  })
  afterEach(cleanup)

  it('shows what the server has when it is opened again', async () => {
    answer({})
    const { show } = openForms()
    await userEvent.type(await address(), '文三路')
    await waitFor(() => expect(saved).toHaveLength(1))
    stored = { basic: { address: '文三路' }, basicVersion: 'v2' }
    show('company')
    await userEvent.type(await screen.findByLabelText('单位名称'), '轻云')
    await waitFor(() => expect(saved).toHaveLength(2))
    stored = { ...stored, company: { companyName: '轻云' }, companyVersion: 'v3' }
    show('basic')
    expect((await address()).value).toBe('文三路')
    show('company')
    expect((await screen.findByLabelText<HTMLInputElement>('单位名称')).value).toBe('轻云')
  })

  it('sends the changed fields only, with the version it has read', async () => {
    answer({ basic, basicVersion: 'v1' })
    openForms()
    await address()
    const [, second] = screen.getAllByLabelText('姓名')
    if (second) await userEvent.type(second, '之')
    await userEvent.clear(email())
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved).toEqual([
      { part: 'basicDraft', base: 'v1', email: '', contacts: [{}, { name: '林静之' }] },
    ])
    await userEvent.type(email(), 'a@b.cn')
    await waitFor(() => expect(saved).toHaveLength(2))
    expect(saved[1]).toEqual({ part: 'basicDraft', base: 'v2', email: 'a@b.cn' })
  })

  it('shows what another phone has typed, beside what is typed here', async () => {
    answer({ basic: { address: '文三路' }, basicVersion: 'v1' })
    openForms()
    await userEvent.type(await address(), ' 18 号')
    // The server has merged the address into a form that this phone has not read.
    network.answer(calls.profile.save, profileShapes.save, () => ({}))
    stored = { basic: { address: '文三路 18 号', email: 'lin@example.cn' }, basicVersion: 'v9' }
    await waitFor(() => expect(email().value).toBe('lin@example.cn'), { timeout: 3000 })
    expect((await address()).value).toBe('文三路 18 号')
  })

  it('asks for a check before it replaces what another phone has saved', async () => {
    answer({ basic, basicDistrict: '浙江省', basicVersion: 'v1' })
    openForms()
    await address()
    network.answer(calls.profile.save, profileShapes.save, (part) => {
      if (part.base !== 'v5') throw new Refusal(codes.accountState, '资料已修改，请核对后再保存')
      saved.push(part)
      return { version: 'v6' }
    })
    stored = { basic: { ...basic, address: '古墩路 1 号' }, basicVersion: 'v5' }
    await save()
    expect(await screen.findByText('资料已修改，请核对后再保存')).toBeTruthy()
    expect((await address()).value).toBe('古墩路 1 号')
    expect(saved).toEqual([])
    await save()
    await waitFor(() => expect(saved).toMatchObject([{ part: 'basic', address: '古墩路 1 号' }]))
  })

  it('is saved at once when only the answer to its own save was lost', async () => {
    answer({ basic, basicDistrict: '浙江省', basicVersion: 'v1' })
    openForms()
    await address()
    network.answer(calls.profile.save, profileShapes.save, (part) => {
      if (part.base !== 'v2') throw new Refusal(codes.accountState, '资料已修改')
      saved.push(part)
      return { version: 'v3' }
    })
    stored = { ...stored, basicVersion: 'v2' }
    await save()
    await waitFor(() => expect(saved).toMatchObject([{ part: 'basic', base: 'v2' }]))
  })
})
