import { calls } from '@qingzhou/contract/calls'
import { cardsShapes } from '@qingzhou/contract/features/cards'
import { identityShapes } from '@qingzhou/contract/features/identity'
import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { referenceShapes } from '@qingzhou/contract/features/reference'
import { restructureShapes, type OpenPlan } from '@qingzhou/contract/features/restructure'
import type { Input } from '@qingzhou/contract/wire/shape'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { routes } from '#app/routes.ts'
import { requestNoFor } from '#shared/payments/request-no.ts'
import { connectNetworkForFile } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import PlanCardScreen from './plan-card-screen.tsx'
import PlanContactsScreen from './plan-contacts-screen.tsx'
import SignPlanScreen from './sign-plan-screen.tsx'
import VerifyPersonScreen from './verify-person-screen.tsx'
import { billsOf, late, planAt } from '#features/restructure/testing/signed.ts'

const { restructure } = routes
const contacts = [
  { name: '李四', relation: '01', mobile: '13900000001' },
  { name: '王五', relation: '02', mobile: '13900000002' },
]

const network = connectNetworkForFile()

function answerPlan(openPlan: OpenPlan | undefined) {
  network.answer(calls.restructure.bills, restructureShapes.bills, () => billsOf([late], openPlan))
}

describe('the steps of a plan', () => {
  beforeEach(() => {
    localStorage.clear()
    network.answer(calls.reference.choices, referenceShapes.choices, () => ({
      choices: {
        relation: [
          { code: '01', name: '父母' },
          { code: '02', name: '朋友' },
        ],
      },
    }))
    network.answer(calls.onboarding.isOwnPhone, onboardingShapes.isOwnPhone, () => ({
      same: false,
    }))
  })
  afterEach(cleanup)

  it('redirect to the step that is due', async () => {
    answerPlan(planAt('person'))
    const { places } = openScreen(<PlanContactsScreen />)
    await waitFor(() => expect(places).toEqual([restructure.verifyPerson.path]))
  })

  it('redirect to the bills without an open plan', async () => {
    answerPlan(undefined)
    const { places } = openScreen(<SignPlanScreen />)
    await waitFor(() => expect(places).toEqual([restructure.chooseBills.path]))
  })

  it('redirect to the signed plans when the answer to a signature was lost', async () => {
    requestNoFor('sign-plan', 'PLAN-0001/quote')
    answerPlan(undefined)
    const { places } = openScreen(<SignPlanScreen />)
    await waitFor(() => expect(places).toEqual([restructure.signedPlans.path]))
  })

  it('continue after the contacts, and allow the way back', async () => {
    answerPlan(planAt('face', { contacts }))
    const { places } = openScreen(<PlanContactsScreen />)
    expect(await screen.findByDisplayValue('李四')).toBeDefined()
    expect(places).toEqual([])
  })

  it('can be opened again when done', async () => {
    answerPlan(planAt('face', { contacts }))
    const { places } = openScreen(<VerifyPersonScreen />)
    await userEvent.click(await screen.findByRole('button', { name: '继续签约' }))
    expect(places).toEqual([restructure.planFace.path])
  })

  it('[2.119] verify the person for this plan, and show a mismatch at the field', async () => {
    const requests: Input<typeof identityShapes.matchCustomer>[] = []
    network.answer(calls.identity.matchCustomer, identityShapes.matchCustomer, (input) => {
      requests.push(input)
      return { matches: requests.length > 1 }
    })
    answerPlan(planAt('person'))
    const { places } = openScreen(<VerifyPersonScreen />)
    await userEvent.type(await screen.findByLabelText('姓名'), '张三')
    await userEvent.type(screen.getByLabelText('证件号码'), '11010519491231002x')
    await userEvent.click(screen.getByRole('button', { name: '确认是本人，下一步' }))
    await screen.findByText('姓名或证件号码与您登记的不一致，请核对后再试')
    expect(places).toEqual([])

    answerPlan(planAt('contacts'))
    await userEvent.click(screen.getByRole('button', { name: '确认是本人，下一步' }))
    await waitFor(() => expect(places).toEqual([restructure.planContacts.path]))
    expect(requests[1]).toEqual({
      name: '张三',
      no: '11010519491231002X',
      purpose: 'plan',
      businessNo: 'PLAN-0001',
    })
  })

  it('[2.122] are prefilled with known contacts, and save the input', async () => {
    const saved: Input<typeof restructureShapes.saveContacts>[] = []
    network.answer(calls.restructure.saveContacts, restructureShapes.saveContacts, (input) => {
      saved.push(input)
      return { openPlan: planAt('card', { contacts }) }
    })
    answerPlan(planAt('contacts', { contacts }))
    const { places } = openScreen(<PlanContactsScreen />)
    const name = await screen.findByDisplayValue('王五')
    await userEvent.clear(name)
    await userEvent.type(name, '赵六')
    await userEvent.click(await screen.findByRole('button', { name: '保存，下一步' }))
    await waitFor(() => expect(places).toEqual([restructure.planCard.path]))
    expect(saved).toEqual([
      {
        part: 'contacts',
        planNo: 'PLAN-0001',
        contacts: [contacts[0], { ...contacts[1], name: '赵六' }],
      },
    ])
  })

  it('ask for another card than one that its bank no longer debits', async () => {
    const frozen = {
      cardId: 'CARD-1',
      bankCode: 'ICBC',
      bankName: '工商银行',
      lastFour: '1234',
      singleLimit: fen(50_000_00n),
      dayLimit: fen(50_000_00n),
      refusedDebit: { kind: 'card' as const, on: localDate('2026-12-25') },
    }
    network.answer(calls.cards.list, cardsShapes.list, () => ({ cards: [frozen] }))
    answerPlan(planAt('card', { contacts }))
    openScreen(<PlanCardScreen />)
    const choice = await screen.findByRole('radio', { name: /工商银行（1234）/ })
    expect(choice).toHaveProperty('disabled', true)
    await screen.findByText(/12月25日扣款未成功：银行卡状态异常，可能被冻结或挂失/)
    await screen.findByRole('button', { name: '请添加另一张储蓄卡' })
    await screen.findByRole('button', { name: '添加储蓄卡' })
  })
})
