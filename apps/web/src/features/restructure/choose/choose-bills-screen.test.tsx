import { calls } from '@qingzhou/contract/calls'
import { restructureShapes } from '@qingzhou/contract/features/restructure'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { routes } from '#app/routes.ts'
import { connectNetworkForFile } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import ChooseBillsScreen from './choose-bills-screen.tsx'
import type { PlanBills } from '#features/restructure/queries.ts'
import { billsOf, calm, late, later, planAt } from '#features/restructure/testing/signed.ts'

const network = connectNetworkForFile()

function answerBills(bills: PlanBills) {
  network.answer(calls.restructure.bills, restructureShapes.bills, () => bills)
}

const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name })

describe('selection of bills to consolidate', () => {
  beforeEach(() => localStorage.clear())
  afterEach(cleanup)

  it('[2.106] ticks nothing in advance and offers only eligible bills', async () => {
    answerBills(billsOf([late, later, calm]))
    openScreen(<ChooseBillsScreen />)
    expect((await box(/日常消费/)).checked).toBe(false)
    expect((await box(/装修/)).checked).toBe(false)
    expect(screen.queryByRole('checkbox', { name: /旅游/ })).toBeNull()
    expect(screen.getByRole('button', { name: '请选择要合并的账单' })).toBeDefined()
    const allBills = screen.getByRole('link', { name: /看全部账单/ })
    expect(allBills.getAttribute('href')).toBe(`#${routes.restructure.allBills.path}`)
  })

  it('adds up the selection, keeps it over a reload, and continues with it', async () => {
    answerBills(billsOf([late, later]))
    openScreen(<ChooseBillsScreen />)
    await userEvent.click(await box(/日常消费/))
    await userEvent.click(await box(/装修/))
    expect(screen.getByText('已选 2 笔，合计 12,220.00 元')).toBeDefined()
    await userEvent.click(await box(/装修/))
    cleanup()

    const { places } = openScreen(<ChooseBillsScreen />)
    expect((await box(/日常消费/)).checked).toBe(true)
    expect((await box(/装修/)).checked).toBe(false)
    await userEvent.click(screen.getByRole('button', { name: '下一步，选择期数' }))
    expect(places).toEqual([routes.restructure.choosePlan.path])
  })

  it('does not continue with bills of two lenders, and shows why', async () => {
    answerBills(billsOf([late, { ...later, lender: 'bank' }]))
    openScreen(<ChooseBillsScreen />)
    await screen.findByText(/一次只能合并同一贷款人的账单/)
    await userEvent.click(await box(/消费金融公司/))
    await userEvent.click(await box(/贷款人：银行/))
    expect(screen.getByRole('button', { name: '请只选同一贷款人的账单' })).toBeDefined()
    await userEvent.click(await box(/消费金融公司/))
    expect(screen.getByRole('button', { name: '下一步，选择期数' })).toBeDefined()
  })

  it('offers to continue a plan begun on another phone', async () => {
    answerBills(billsOf([late, later], planAt('card')))
    const { places } = openScreen(<ChooseBillsScreen />)
    expect(await screen.findByText('下一步：还款卡')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: '继续签约' }))
    expect(places).toEqual([routes.restructure.planCard.path])
    expect((await box(/日常消费/)).checked).toBe(true)
  })

  it('shows why no loan can be consolidated', async () => {
    answerBills(billsOf([calm]))
    openScreen(<ChooseBillsScreen />)
    await screen.findByText('现在没有可以分期的账单')
    const list = screen.getByRole('list', { name: '不能分期的原因' })
    expect(within(list).getByText('没有逾期，不需要个性化分期')).toBeDefined()
    expect(screen.queryByRole('button', { name: /下一步/ })).toBeNull()
  })
})
