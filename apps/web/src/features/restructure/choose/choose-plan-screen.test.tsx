import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { restructureShapes } from '@qingzhou/contract/features/restructure'
import type { Input } from '@qingzhou/contract/wire/shape'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { routes } from '#app/routes.ts'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import ChoosePlanScreen from './choose-plan-screen.tsx'
import { changeChoice } from './plan-figures.tsx'
import { billsOf, late, later, planAt, quoteOf } from '#features/restructure/testing/signed.ts'

const { bills, quote, documents } = calls.restructure

const network = connectNetworkForFile()
let requests: Input<typeof restructureShapes.quote>[]

function answerQuotes() {
  network.answer(quote, restructureShapes.quote, (input) => {
    requests.push(input)
    const { loanNos, months, choose } = input
    const openPlan = choose ? planAt('person', { loanNos, months }) : undefined
    return { quote: quoteOf(loanNos, months), openPlan }
  })
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const pick = async (months: number) => userEvent.click(await button(`${months} 期`))
const chooseRequests = () => requests.filter(({ choose }) => choose)

describe('selection of the number of instalments', () => {
  beforeEach(() => {
    localStorage.clear()
    requests = []
    network.answer(bills, restructureShapes.bills, () => billsOf([late, later]))
    network.answer(documents, restructureShapes.documents, () => ({ documents: [] }))
    answerQuotes()
    changeChoice({ loanNos: ['LATE-1', 'LATE-2'] })
  })
  afterEach(cleanup)

  it('never shows the quote of another number', async () => {
    openScreen(<ChoosePlanScreen />)
    await screen.findByText(/共 12 期/)
    await pick(24)
    expect(screen.queryByText(/共 12 期/)).toBeNull()
    await pick(36)
    await screen.findByText(/共 36 期/)
    expect(screen.queryByText(/共 24 期/)).toBeNull()
    expect(requests.at(-1)?.months).toBe(36)
    expect(screen.getByText('由 14.40% 降至 8.64%')).toBeDefined()
  })

  it('[2.108] saves the plan once, however often it is tapped, and continues', async () => {
    const { places } = openScreen(<ChoosePlanScreen />)
    await pick(24)
    await userEvent.dblClick(await button('按 24 期申请'))
    await waitFor(() => expect(places).toEqual([routes.restructure.verifyPerson.path]))
    expect(chooseRequests()).toEqual([{ loanNos: ['LATE-1', 'LATE-2'], months: 24, choose: true }])
  })

  it('requires a hardship document above the limit only', async () => {
    openScreen(<ChoosePlanScreen />)
    await pick(48)
    const link = await screen.findByRole('link', { name: '上传困难证明' })
    expect(link.getAttribute('href')).toContain(
      `${routes.restructure.uploadDocuments.path}?loanNo=`,
    )
    expect(screen.queryByRole('button', { name: /期申请/ })).toBeNull()
    await pick(36)
    await button('按 36 期申请')
  })

  it('continues with the open plan when nothing was selected on this phone', async () => {
    localStorage.clear()
    const openPlan = planAt('contacts', { months: 24 })
    network.answer(bills, restructureShapes.bills, () => billsOf([late, later], openPlan))
    openScreen(<ChoosePlanScreen />)
    await screen.findByText(/共 24 期/)
    expect(requests[0]?.loanNos).toEqual(['LATE-1'])
  })

  it('leads back to the bills when none is selected', async () => {
    localStorage.clear()
    const { places } = openScreen(<ChoosePlanScreen />)
    await waitFor(() => expect(places).toEqual([routes.restructure.chooseBills.path]))
  })

  it('shows why a plan was refused and stays', async () => {
    const { places } = openScreen(<ChoosePlanScreen />)
    await button('按 12 期申请')
    network.answer(quote, restructureShapes.quote, () => {
      throw new Refusal(codes.accountState, '有一笔还款正在处理，请稍后再试')
    })
    await userEvent.click(await button('按 12 期申请'))
    expect((await screen.findByRole('alert')).textContent).toBe('有一笔还款正在处理，请稍后再试')
    expect(places).toEqual([])
  })
})
