import { describe, expect, it } from 'vitest'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { debitRefusalKinds, debitRefusals } from '@qingzhou/domain/cards/debit-refusal'
import { fen } from '@qingzhou/domain/money/money'
import { specimenLoan } from '@qingzhou/domain/specimen'
import { holderOfCard } from '#features/cards/index.ts'
import { bindNewCard, newCardNumber } from '#features/cards/testing/cardholder.ts'
import { waitForBank } from '#features/loans/testing/borrower.ts'
import { expectRefusal, messagesTo } from '#features/onboarding/testing/visitor.ts'
import { moveDays, moveTo, newPayer, type Payer } from '#features/repayment/testing/payer.ts'
import {
  savePlanChoice,
  contacts,
  passFaceCheck,
  matchBorrower,
} from '#features/restructure/testing/late-payer.ts'
import { startProductForFile } from '#testing/product.ts'
import { failedDebitSms } from './failed-debit-sms.ts'
import { reminderOf } from './remind-day.ts'

const product = startProductForFile()

const loan = specimenLoan()
const cardOf = (kind: (typeof debitRefusalKinds)[number], on: string) => ({
  cardId: 'card-1',
  bankCode: 'ICBC',
  bankName: '工商银行',
  lastFour: '1234',
  singleLimit: fen(1n),
  dayLimit: fen(1n),
  token: 'token',
  refusedDebit: { kind, on: localDate(on) },
})

describe('the SMS about a declined debit', () => {
  it.each(debitRefusalKinds)('says why and what to do: %s', (kind) => {
    const { reason, advice } = debitRefusals[kind]
    // The first instalment of the specimen is due on 2026-02-15; three days of grace follow.
    const textOn = (day: string, isLast = true) => {
      const cards = [cardOf(kind, day)]
      const date = localDate(day)
      return failedDebitSms({ amount: fen(1_066_19n), loan, orders: [], cards, date, isLast })
    }
    const why = `自动扣款未成功：尾号 1234 的${reason}。${advice}。`
    expect(textOn('2026-02-15', false).text).toContain(`${why}今日稍后会再次扣款`)
    const inGrace = '请在 2026-02-18（含当日）前还清，以免产生罚息'
    expect(textOn('2026-02-15').text).toContain(`${why}${inGrace}`)
    expect(textOn('2026-02-18').text).toContain(inGrace)
    const late = textOn('2026-02-19')
    expect(late.text).toMatch(/已逾期 4 天，其中罚息 [\d.]+ 元，每日增加/)
    expect(late.text).toContain(why)
    expect(late.text).not.toContain('以免产生罚息')
    for (const value of Object.values(late.parameters)) expect(value.length).toBeLessThan(36)
    if (kind !== 'balance') expect(late.text).not.toContain('余额')
  })
})

describe('the reminder of a bill', () => {
  it('asks for another card only if the bank debits none of them', () => {
    const due = { amount: '1,066.19', dueDate: localDate('2026-03-15') }
    const [frozen, poor] = [cardOf('card', '2026-02-15'), cardOf('balance', '2026-02-15')]
    const asked = '上次自动扣款未成功：尾号 1234 的银行卡状态异常'
    expect(reminderOf(due, [frozen]).text).toContain(asked)
    for (const cards of [[frozen, poor], [poor], []]) {
      expect(reminderOf(due, cards).text).toContain('请保证卡内余额充足')
    }
  })
})

async function setConduct(cardNumber: string, conduct: 'frozen' | 'well'): Promise<void> {
  const answer = await fetch(`${product.sandbox.url}/bank/conduct`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cardNumber, conduct }),
  })
  expect(answer.status).toBe(204)
}

async function numberOf({ card }: Payer): Promise<string> {
  const answer = await fetch(`${product.sandbox.url}/bank/cards`)
  // The sandbox routes define the shape of this answer.
  const { cards } = (await answer.json()) as { cards: { cardNumber: string }[] }
  return cards.findLast(({ cardNumber }) => cardNumber.endsWith(card.lastFour))?.cardNumber ?? ''
}

describe('a frozen card', { timeout: 60_000 }, () => {
  it('is shown with its bill and in the list of cards, takes no new plan, and is free again when it is bound again', async () => {
    const payer = await newPayer(product)
    const { api } = payer.client
    const number = await numberOf(payer)
    await setConduct(number, 'frozen')
    const { nextDueDate } = await api.repayment.overview({})
    const dueDate = nextDueDate ?? product.services.today()
    expect((await api.cards.list({})).cards[0]?.refusedDebit).toBeUndefined()
    await moveTo(product, dueDate)
    await waitForBank(product)
    await waitForBank(product)

    const refusedDebit = { kind: 'card', on: dueDate }
    const { cards } = await api.cards.list({})
    expect(cards).toMatchObject([{ refusedDebit }])
    const { cardId } = payer.card
    expect((await api.repayment.overview({})).refusedCard).toMatchObject({ cardId, refusedDebit })
    const bills = await api.repayment.channelBills({ which: 'all' })
    expect(bills.refusedCard).toMatchObject({ cardId, refusedDebit })
    const [told] = await messagesTo(product, payer.phone)
    expect(told?.text).toContain('银行卡状态异常，可能被冻结或挂失')
    expect(told?.text).not.toContain('余额')

    await moveDays(product, 8)
    const loanNos = [payer.loanNo]
    const late = { ...payer, loanNos }
    const planNo = await savePlanChoice(late)
    await matchBorrower(product, late, planNo)
    await api.restructure.saveContacts({ part: 'contacts', planNo, contacts })
    const save = (chosenId: string) =>
      api.restructure.saveContacts({ part: 'card', planNo, cardId: chosenId })
    await expectRefusal(save(cardId), { kind: 'card-debit-refused', refusal: 'card' })

    const other = await bindNewCard(product, payer, { cardNo: newCardNumber() })
    await save(other.cardId)
    await passFaceCheck(product, late, planNo)
    expect((await api.restructure.bills({})).openPlan).toMatchObject({ step: 'sign' })
    // The bank refuses this card too before the plan is signed: another one is asked for.
    await product.services.database.query(
      `UPDATE cards SET debit_refusal = 'card', debit_refused_on = $2 WHERE card_id = $1`,
      [other.cardId, dueDate],
    )
    expect((await api.restructure.bills({})).openPlan).toMatchObject({ step: 'card' })

    await setConduct(number, 'well')
    const { database } = product.services
    const holder = await holderOfCard(database, product.services, {
      customer: payer.customer,
      cardId,
    })
    await bindNewCard(product, payer, { cardNo: number, mobile: holder.phone })
    const again = (await api.cards.list({})).cards.find((card) => card.cardId === cardId)
    expect(again?.refusedDebit).toBeUndefined()
    await save(cardId)
    expect((await api.restructure.bills({})).openPlan).toMatchObject({ step: 'sign' })
  })
})
