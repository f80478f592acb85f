import { describe, expect, it } from 'vitest'
import { fieldMessages } from '@qingzhou/domain/people/fields'
import { findApplication } from '#features/applications/index.ts'
import { newIdentifiedApplicant } from '#features/identity/testing/applicant.ts'
import {
  expectRefusal,
  latestCode,
  messagesTo,
  newPhone,
  setFault,
  countMessages,
} from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'
import { BANK_SECONDS, bindNewCard, newCardNumber, readyToBind } from './testing/cardholder.ts'

const product = startProductForFile()

const stepOf = async ({ customer }: Awaited<ReturnType<typeof readyToBind>>) => {
  const stored = await findApplication(product.services.database, product.services, customer)
  return stored?.application.step
}

const wrongCode = (code: string) => (code === '11111' ? '22222' : '11111')

describe('binding a card', () => {
  it('[7.092] a card is bound with the code of its bank, and the application moves on', async () => {
    const applicant = await readyToBind(product)
    const card = await bindNewCard(product, applicant)
    expect(card).toMatchObject({ bankCode: 'ICBC', bankName: '工商银行', dayLimit: 200_000_00n })
    expect(await stepOf(applicant)).toBe('basicInfo')
    expect((await applicant.client.api.cards.list({})).cards).toEqual([card])
  })

  it('the default card comes first, also before a card bound later, and is one of the own cards', async () => {
    const applicant = await readyToBind(product)
    const { cards } = applicant.client.api
    const first = await bindNewCard(product, applicant)
    const second = await bindNewCard(product, applicant)
    expect((await cards.list({})).cards).toEqual([second, first])
    expect((await cards.chooseDefault({ cardId: first.cardId })).cards).toEqual([first, second])
    const third = await bindNewCard(product, applicant)
    expect((await cards.list({})).cards).toEqual([first, third, second])
    await cards.chooseDefault({ cardId: third.cardId })
    await cards.chooseDefault({ cardId: third.cardId })
    expect((await cards.list({})).cards).toEqual([third, first, second])

    const other = await readyToBind(product)
    const own = await bindNewCard(product, other)
    const taken = cards.chooseDefault({ cardId: own.cardId })
    await expectRefusal(taken, { kind: 'card-unknown' })
    await expectRefusal(cards.chooseDefault({ cardId: 'no-such-card' }), { kind: 'card-unknown' })
    expect((await cards.list({})).cards).toEqual([third, first, second])
  })

  it('a binding is processing until the bank decides, and repeated calls yield one card', async () => {
    const applicant = await readyToBind(product)
    const { client } = applicant
    const mobile = newPhone()
    const { bindingNo } = await client.api.cards.sendBindingCode({
      cardNo: newCardNumber(),
      mobile,
    })
    const dynamicCode = await latestCode(product, mobile)
    const taps = await Promise.all(
      [1, 2, 3].map(() =>
        client.api.cards.bind({ bindingNo, agreed: ['card-binding'], dynamicCode }),
      ),
    )
    expect(taps.map(({ state }) => state)).toEqual(['processing', 'processing', 'processing'])
    expect(
      (await client.api.cards.bind({ bindingNo, agreed: ['card-binding'], dynamicCode })).state,
    ).toBe('processing')
    product.advance(BANK_SECONDS)
    await product.runTasks()
    expect(
      (await client.api.cards.bind({ bindingNo, agreed: ['card-binding'], dynamicCode })).state,
    ).toBe('bound')
    expect((await client.api.cards.list({})).cards).toHaveLength(1)
  })

  it('[7.152] binding a card again yields the same card and lists it first', async () => {
    const applicant = await readyToBind(product)
    const [cardNo, mobile] = [newCardNumber(), newPhone()]
    const first = await bindNewCard(product, applicant, { cardNo, mobile })
    product.advance(61)
    const second = await bindNewCard(product, applicant)
    product.advance(61)
    const again = await bindNewCard(product, applicant, { cardNo, mobile })
    expect(again.cardId).toBe(first.cardId)
    const { cards } = await applicant.client.api.cards.list({})
    expect(cards.map(({ cardId }) => cardId)).toEqual([first.cardId, second.cardId])
  })
})

describe('refused bindings', () => {
  it('a card is refused before the binding step', async () => {
    const { client } = await newIdentifiedApplicant(product)
    const request = { cardNo: newCardNumber(), mobile: newPhone() }
    await expectRefusal(client.api.cards.sendBindingCode(request), { kind: 'step-not-reached' })
  })

  it('credit cards, unsupported banks, wrong digits and wrong lengths are refused without calling the bank', async () => {
    const { client } = await readyToBind(product)
    const mobile = newPhone()
    const send = (cardNo: string) => client.api.cards.sendBindingCode({ cardNo, mobile })
    await expectRefusal(send('6259650000000008'), { kind: 'card-is-credit-card' })
    await expectRefusal(send(newCardNumber('621779')), { kind: 'bank-not-supported' })
    const wrong = { kind: 'field-invalid', message: fieldMessages.cardNumber } as const
    const right = newCardNumber()
    const otherDigit = String((Number(right.slice(-1)) + 1) % 10)
    await expectRefusal(send(`${right.slice(0, -1)}${otherDigit}`), wrong)
    await expectRefusal(send('6222020000000004'), wrong)
    expect(await messagesTo(product, mobile)).toEqual([])
  })

  it('another person’s card is declined with the bank’s reason', async () => {
    const owner = await readyToBind(product)
    const [cardNo, mobile] = [newCardNumber(), newPhone()]
    await bindNewCard(product, owner, { cardNo, mobile })
    const other = await readyToBind(product)
    await expectRefusal(other.client.api.cards.sendBindingCode({ cardNo, mobile }), {
      kind: 'bank-declined',
      reason: '户名与证件不符，请使用本人银行卡',
    })
    expect((await other.client.api.cards.list({})).cards).toEqual([])
  })

  it('a wrong code uses up a try, and the bank ends the binding after the last one', async () => {
    const { client } = await readyToBind(product)
    const mobile = newPhone()
    const { bindingNo } = await client.api.cards.sendBindingCode({
      cardNo: newCardNumber(),
      mobile,
    })
    const code = wrongCode(await latestCode(product, mobile))
    const bind = () =>
      client.api.cards.bind({ bindingNo, agreed: ['card-binding'], dynamicCode: code })
    await expectRefusal(bind(), { kind: 'sms-code-wrong', triesLeft: 2 })
    await expectRefusal(bind(), { kind: 'sms-code-wrong', triesLeft: 1 })
    expect(await bind()).toMatchObject({ state: 'declined' })
    expect(await bind()).toMatchObject({ state: 'declined' })
  })

  it('fifty concurrent guesses use up three tries at most', async () => {
    const { client, customer } = await readyToBind(product)
    const mobile = newPhone()
    const { bindingNo } = await client.api.cards.sendBindingCode({
      cardNo: newCardNumber(),
      mobile,
    })
    const code = wrongCode(await latestCode(product, mobile))
    await countMessages(
      Array.from({ length: 50 }, () =>
        client.api.cards.bind({ bindingNo, agreed: ['card-binding'], dynamicCode: code }),
      ),
    )
    const [row] = await product.services.database.query<{ tries: number }>(
      'SELECT attempts AS tries FROM card_bindings WHERE customer_no = $1',
      [customer],
    )
    expect(row?.tries).toBe(3)
  })

  it('an expired code is void', async () => {
    const { client } = await readyToBind(product)
    const mobile = newPhone()
    const { bindingNo } = await client.api.cards.sendBindingCode({
      cardNo: newCardNumber(),
      mobile,
    })
    const dynamicCode = await latestCode(product, mobile)
    product.advance(301)
    await expectRefusal(
      client.api.cards.bind({ bindingNo, agreed: ['card-binding'], dynamicCode }),
      {
        kind: 'sms-code-void',
      },
    )
  })

  it('a binding requires consent to its agreement, and the consent is stored', async () => {
    const { client, customer } = await readyToBind(product)
    const mobile = newPhone()
    const { bindingNo } = await client.api.cards.sendBindingCode({
      cardNo: newCardNumber(),
      mobile,
    })
    const dynamicCode = await latestCode(product, mobile)
    const attempt = client.api.cards.bind({ bindingNo, dynamicCode })
    await expectRefusal(attempt, { kind: 'agreement-needed' })
    await client.api.cards.bind({ bindingNo, agreed: ['card-binding'], dynamicCode })
    const rows = await product.services.database.query(
      `SELECT FROM consents WHERE customer_no = $1 AND page_name = 'card-binding'`,
      [customer],
    )
    expect(rows).toHaveLength(1)
  })

  it('another customer cannot see a binding', async () => {
    const owner = await readyToBind(product)
    const { bindingNo } = await owner.client.api.cards.sendBindingCode({
      cardNo: newCardNumber(),
      mobile: newPhone(),
    })
    const other = await readyToBind(product)
    await expectRefusal(other.client.api.cards.bind({ bindingNo }), { kind: 'binding-unknown' })
  })

  it('[7.094] one code a minute is sent for a card, however often it is requested', async () => {
    const { client } = await readyToBind(product)
    const request = { cardNo: newCardNumber(), mobile: newPhone() }
    const counts = await countMessages(
      Array.from({ length: 4 }, () => client.api.cards.sendBindingCode(request)),
    )
    expect(counts.get('ok')).toBe(1)
    product.advance(61)
    await client.api.cards.sendBindingCode(request)
    await expectRefusal(client.api.cards.sendBindingCode(request), { kind: 'sms-quota-spent' })
  })
})

describe('bank outages', () => {
  it('after a bank outage a new code can be requested at once', async () => {
    const { client } = await readyToBind(product)
    const request = { cardNo: newCardNumber(), mobile: newPhone() }
    await setFault(product, { provider: 'bank', down: true })
    await expectRefusal(client.api.cards.sendBindingCode(request), { kind: 'outside-unavailable' })
    await setFault(product, { provider: 'bank', down: false })
    const { bindingNo } = await client.api.cards.sendBindingCode(request)
    expect(await client.api.cards.bind({ bindingNo })).toEqual({ state: 'codeSent' })
  })

  it('a bank that fails during a binding is polled until it is back', async () => {
    const applicant = await readyToBind(product)
    const { client } = applicant
    const mobile = newPhone()
    const { bindingNo } = await client.api.cards.sendBindingCode({
      cardNo: newCardNumber(),
      mobile,
    })
    const dynamicCode = await latestCode(product, mobile)
    await client.api.cards.bind({ bindingNo, agreed: ['card-binding'], dynamicCode })
    await setFault(product, { provider: 'bank', down: true })
    product.advance(BANK_SECONDS)
    await product.runTasks()
    expect((await client.api.cards.bind({ bindingNo })).state).toBe('processing')
    await setFault(product, { provider: 'bank', down: false })
    product.advance(60)
    await product.runTasks()
    expect((await client.api.cards.bind({ bindingNo })).state).toBe('bound')
    expect(await stepOf(applicant)).toBe('basicInfo')
  })
})
