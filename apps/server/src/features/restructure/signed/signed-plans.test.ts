import { describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { bindNewCard } from '#features/cards/testing/cardholder.ts'
import { defaultPlan } from '@qingzhou/lending/index'
import { confirmByCode, readyToApply, waitForBank } from '#features/loans/testing/borrower.ts'
import { expectRefusal } from '#features/onboarding/testing/visitor.ts'
import { skipDays } from '#features/repayment/testing/days.ts'
import {
  bankBook,
  dueOf,
  moveTo,
  newPayer,
  newOrderRequestNo,
  makeCardPayment,
  paymentCode,
  placeOrder,
  type Payer,
} from '#features/repayment/testing/payer.ts'
import {
  savePlanChoice,
  newLatePayer,
  readyToSign,
  type LatePayer,
} from '#features/restructure/testing/late-payer.ts'
import { readyToBuy } from '#features/mall/testing/shopper.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

/** Moves the date so that the payer's first bill becomes overdue. */
async function becomeOverdue(payer: Payer): Promise<LatePayer> {
  await skipDays(product.services, 40)
  return { ...payer, loanNos: [payer.loanNo] }
}

describe('after a consolidation plan is signed', { timeout: 60_000 }, () => {
  it('the old bills cannot be paid, and an earlier order for one is refused', async () => {
    const payer = await newLatePayer(product)
    const { repayment, restructure } = payer.client.api
    const before = await placeOrder(payer, { aim: dueOf(payer, 1), payBy: 'messenger' })
    await restructure.sign(await readyToSign(product, payer))
    await expectRefusal(repayment.createWalletOrder({ requestNo: before }), {
      kind: 'repayment-quote-outdated',
    })
    const again = repayment.quote({ aim: dueOf(payer, 1) })
    await expectRefusal(again, { kind: 'nothing-owed' })
    const { loans } = await repayment.allDue({})
    expect(loans.map(({ loan }) => loan.purposeName)).toEqual(['个性化分期'])
  })

  it('draws and purchases are refused until it is settled, and it cannot be consolidated again', async () => {
    const regular = await newPayer(product)
    const wish = await readyToApply(regular)
    const purchase = await readyToBuy(regular)
    const payer = await becomeOverdue(regular)
    const { credit, loans, restructure } = payer.client.api
    const { dueSoon } = await credit.limit({})
    const late = { kind: 'late-already', days: dueSoon?.days ?? 0 } as const
    await expectRefusal(loans.apply(wish), late)
    await expectRefusal(payer.client.api.mall.buy(purchase), late)
    const { loanNo } = await restructure.sign(await readyToSign(product, payer))
    expect((await credit.limit({})).state).toBe('frozen')
    await expectRefusal(loans.apply(wish), { kind: 'limit-frozen' })
    await expectRefusal(payer.client.api.mall.buy(purchase), { kind: 'limit-frozen' })
    const { loans: listed, openPlan } = await restructure.bills({})
    expect(listed).toMatchObject([
      { loan: { loanNo }, refusal: expect.stringContaining('再次分期') },
    ])
    expect(openPlan).toBeUndefined()
    const again = restructure.quote({ loanNos: [loanNo], months: 12 })
    await expectRefusal(again, { kind: 'plan-not-again' })

    await makeCardPayment(product, { ...payer, loanNo }, { kind: 'earlyFull', loanNo })
    expect((await credit.limit({})).state).toBe('open')
    expect((await restructure.signedPlans({})).plans).toMatchObject([{ state: 'settled' }])
  })

  it('[7.116] the instalments of a signed consolidation plan are paid by ordinary orders for the amount shown', async () => {
    const payer = await newLatePayer(product)
    const stranger = await newLatePayer(product)
    const { restructure } = payer.client.api
    const { loanNo } = await restructure.sign(await readyToSign(product, payer))
    await skipDays(product.services, 31)
    const { plans } = await restructure.signedPlans({})
    const next = plans[0]?.next
    if (!next) throw new Error(`loan ${loanNo}: no first instalment`)
    const { amount } = next
    const paying = { payBy: 'card', cardId: payer.card.cardId, through: 1, amount } as const
    const ordered = (changes: Partial<Parameters<typeof restructure.repay>[0]> = {}) =>
      restructure.repay({ requestNo: newOrderRequestNo(), loanNo, ...paying, ...changes })

    const more = fen(amount + 1n)
    await expectRefusal(ordered({ amount: more }), { kind: 'repayment-quote-outdated' })
    await expectRefusal(ordered({ loanNo: payer.loanNo }), { kind: 'loan-unknown' })
    await expectRefusal(ordered({ cardId: stranger.card.cardId }), { kind: 'card-unknown' })
    const { cardId } = stranger.card
    const ofStranger = stranger.client.api.restructure.repay({
      requestNo: newOrderRequestNo(),
      loanNo,
      ...paying,
      cardId,
    })
    await expectRefusal(ofStranger, { kind: 'loan-unknown' })

    const requestNo = newOrderRequestNo()
    const first = await ordered({ requestNo })
    expect(first).toMatchObject({ state: 'confirming', needsCode: true })
    expect(await ordered({ requestNo })).toEqual(first)
    const dynamicCode = await paymentCode(product, payer)
    await payer.client.api.repayment.confirm({ requestNo, dynamicCode })
    await waitForBank(product)
    expect((await restructure.signedPlans({})).plans).toMatchObject([
      { paidCount: 1, paidTotal: amount, next: { n: 2 } },
    ])
  })

  it('the instalments of a signed consolidation plan are debited from the chosen card, and the old loans no longer', async () => {
    const payer = await newLatePayer(product)
    const other = await bindNewCard(product, payer)
    const { restructure } = payer.client.api
    const request = await readyToSign(product, { ...payer, card: other })
    const { loanNo } = await restructure.sign(request)
    const { plans } = await restructure.signedPlans({})
    const dueDate = plans[0]?.next?.dueDate
    if (!dueDate) throw new Error(`plan ${loanNo}: no due date`)
    await skipDays(product.services, 25)
    await moveTo(product, dueDate)
    await waitForBank(product)
    const debits = await bankBook(product, 'debit')
    const of = (...loans: readonly string[]) =>
      debits.filter(({ orderNo }) => loans.some((one) => orderNo.includes(one)))
    expect(of(loanNo)).toMatchObject([{ state: 'done' }])
    expect(of(loanNo)[0]?.cardNumber.slice(-4)).toBe(other.lastFour)
    expect(of(...payer.loanNos)).toEqual([])
  })

  it('a draw waiting for its verification fails', async () => {
    const regular = await newPayer(product)
    const { loans, restructure } = regular.client.api
    const { drawNo } = await loans.apply(await readyToApply(regular))
    await confirmByCode(product, regular)
    const payer = await becomeOverdue(regular)
    await restructure.sign(await readyToSign(product, payer))
    expect(await loans.execute({ drawNo })).toEqual({ state: 'failed' })
  })

  it('a plan default makes the whole debt due and keeps the limit frozen until it is paid', async () => {
    const payer = await newLatePayer(product)
    const { services } = product
    const { customer } = payer
    const { restructure, credit } = payer.client.api
    const { loanNo } = await restructure.sign(await readyToSign(product, payer))
    await skipDays(services, 65)
    expect((await restructure.signedPlans({})).plans).toMatchObject([{ state: 'overdue' }])
    const act = { customer, requestNo: 'broken-by-a-test', actor: 'system' }
    const { brokenOn: defaultedOn, due } = await defaultPlan(services, act, { loanNo })
    const { plans, detail } = await restructure.signedPlans({ loanNo })
    expect(plans).toMatchObject([{ state: 'broken', defaultedOn, months: 12, leftTotal: due }])
    expect((await credit.limit({})).state).toBe('frozen')

    const last = detail?.instalments.at(-1)
    const { requestNo } = await restructure.repay({
      requestNo: newOrderRequestNo(),
      loanNo,
      through: last?.n ?? 0,
      amount: due,
      payBy: 'card',
      cardId: payer.card.cardId,
    })
    const dynamicCode = await paymentCode(product, payer)
    await payer.client.api.repayment.confirm({ requestNo, dynamicCode })
    await waitForBank(product)
    expect((await restructure.signedPlans({})).plans).toMatchObject([{ state: 'settled' }])
    expect((await credit.limit({})).state).toBe('open')
  })

  it('a new choice for the old loans is refused', async () => {
    const payer = await newLatePayer(product)
    const request = await readyToSign(product, payer)
    await payer.client.api.restructure.sign(request)
    await expectRefusal(
      payer.client.api.restructure.quote({ loanNos: [...payer.loanNos], months: 24, choose: true }),
      { kind: 'plan-not-late' },
    )
    const other = await newLatePayer(product)
    expect(await savePlanChoice(other)).not.toBe(request.planNo)
  })
})
