import { afterEach, describe, expect, it } from 'vitest'
import { waitForBank } from '#features/loans/testing/borrower.ts'
import { expectRefusal, messagesTo, setFault } from '#features/onboarding/testing/visitor.ts'
import {
  dueOf,
  newPayer,
  newOrderRequestNo,
  placeOrder,
  readOrderState,
  type Payer,
} from '#features/repayment/testing/payer.ts'
import { startProductForFile } from '#testing/product.ts'
import { bindNewCard } from './testing/cardholder.ts'

const product = startProductForFile()
afterEach(() => setFault(product, { provider: 'bank', cutAfter: false, down: false }))

const idOf = ({ card: { cardId } }: Payer) => ({ cardId })
const numberOf = ({ requestNo }: { readonly requestNo: string }) => ({ requestNo })

const agreementHeader = {
  prodSubNo: '103001',
  channelCode: '000000000004',
  hasFund: false,
} as const

/** The agreement as it is shown before signing. */
async function listShown({ client, card: { cardId } }: Payer) {
  const request = { ...agreementHeader, eventType: '0303', card: { cardId } } as const
  return (await client.api.agreements.toConfirm(request)).agreements
}

const agreeAll = async (payer: Payer) =>
  (await listShown(payer)).map(({ code, version }) => ({ code, version }))

/** Requests a code of the bank; with it the agreement can be confirmed. */
async function startAgreement(payer: Payer) {
  product.advance(61)
  const { debitNo } = await payer.client.api.cards.startDebitAgreement(idOf(payer))
  const response = await fetch(`${product.sandbox.url}/inbox?limit=20`)
  // The sandbox routes define the shape of this answer.
  const { messages } = (await response.json()) as { messages: { text: string; code?: string }[] }
  const dynamicCode = messages.find(({ text }) => text.includes('授权轻舟'))?.code ?? ''
  return { debitNo, dynamicCode, agreed: await agreeAll(payer) }
}

async function signAgreement(payer: Payer): Promise<void> {
  const { cards } = payer.client.api
  expect(await cards.confirmDebitAgreement(await startAgreement(payer))).toEqual({ isSigned: true })
}

/** The agreements under which the sandbox bank would debit a card without a code. */
async function agreementsAtBank({ card }: Payer): Promise<readonly string[]> {
  const response = await fetch(`${product.sandbox.url}/bank/cards`)
  // The sandbox routes define the shape of this answer.
  const { cards } = (await response.json()) as {
    cards: { cardNumber: string; debitAgreements: string[] }[]
  }
  return (
    cards.findLast(({ cardNumber }) => cardNumber.endsWith(card.lastFour))?.debitAgreements ?? []
  )
}

async function place({ client, card }: Payer, aim: ReturnType<typeof dueOf>) {
  const { quoteId } = await client.api.repayment.quote({ aim })
  const paying = { payBy: 'card', cardId: card.cardId } as const
  return client.api.repayment.place({ requestNo: newOrderRequestNo(), aim, quoteId, ...paying })
}

const hasAgreement = async ({ client, card }: Payer) =>
  client.api.cards.hasDebitAgreement({ cardId: card.cardId })

/** The same customer, as the routes see a second phone: each call is a request of its own. */
const both = async (...calls: readonly Promise<unknown>[]) => Promise.allSettled(calls)

describe('a debit agreement', { timeout: 60_000 }, () => {
  it('[7.134] pays without a code once it is signed, and its text is stored as it was shown', async () => {
    const payer = await newPayer(product)
    const { api } = payer.client
    const signing = await startAgreement(payer)
    const confirm = api.cards.confirmDebitAgreement
    await expectRefusal(confirm({ ...signing, agreed: [{ code: 'none', version: '1' }] }), {
      kind: 'agreement-needed',
    })
    await expectRefusal(confirm({ ...signing, dynamicCode: '00000' }), {
      kind: 'sms-code-wrong',
      triesLeft: 2,
    })
    expect(await confirm(signing)).toEqual({ isSigned: true })
    expect(await confirm(signing)).toEqual({ isSigned: true })
    const { agreementNo = '' } = await hasAgreement(payer)
    const text = await api.agreements.signed({ agreementNo })
    const [shown] = await listShown(payer)
    expect(text).toMatchObject({ title: '免验证码还款授权书', blocks: shown?.blocks })
    expect(JSON.stringify(text.blocks)).toContain(payer.card.lastFour)
    const credit = await api.agreements.signedList({ about: 'credit', pageNo: 1 })
    expect(credit.agreements.map(({ title }) => title)).toContain('免验证码还款授权书')
    await product.runTasks()
    expect((await messagesTo(product, payer.phone))[0]?.text).toContain('已为')
    await expectRefusal(api.cards.startDebitAgreement(idOf(payer)), {
      kind: 'debit-agreement-signed',
    })

    const { requestNo, needsCode } = await place(payer, dueOf(payer, 1))
    expect(needsCode).toBe(false)
    await api.repayment.confirm({ requestNo })
    await waitForBank(product)
    expect(await readOrderState(payer, requestNo)).toBe('paid')
  })

  it('asks for a code again after its end, also for an order placed before, and the bank is told', async () => {
    const payer = await newPayer(product)
    const { api } = payer.client
    await signAgreement(payer)
    expect(await agreementsAtBank(payer)).toHaveLength(1)
    const before = await place(payer, dueOf(payer, 1))
    expect(before.needsCode).toBe(false)
    await setFault(product, { provider: 'bank', down: true })
    for (const _ of ['once', 'twice'])
      expect(await api.cards.endDebitAgreement(idOf(payer))).toEqual({})
    expect(await hasAgreement(payer)).toEqual({ isSigned: false })
    await expectRefusal(api.repayment.confirm(numberOf(before)), { kind: 'verification-needed' })
    expect(await place(payer, dueOf(payer, 1))).toMatchObject({ needsCode: true })

    await product.runTasks()
    expect(await agreementsAtBank(payer)).toHaveLength(1)
    await setFault(product, { provider: 'bank', down: false })
    product.advance(3_600)
    await product.runTasks()
    expect(await agreementsAtBank(payer)).toEqual([])
    const texts = (await messagesTo(product, payer.phone)).map(({ text }) => text)
    expect(texts.filter((text) => text.includes('已解除'))).toHaveLength(1)
    await signAgreement(payer)
  })

  it('[7.135] is one of two that are signed at the same time, and the other is ended at the bank', async () => {
    const payer = await newPayer(product)
    const { cards } = payer.client.api
    const [first, second] = [await startAgreement(payer), await startAgreement(payer)]
    const answers = await both(
      cards.confirmDebitAgreement(first),
      cards.confirmDebitAgreement(second),
    )
    const isSigned = { status: 'fulfilled', value: { isSigned: true } }
    expect(answers).toEqual([isSigned, isSigned])
    await product.runTasks()
    expect(await agreementsAtBank(payer)).toHaveLength(1)
    expect(await hasAgreement(payer)).toMatchObject({ isSigned: true })
  })

  it('is either signed or ended after both at the same time, here as at the bank', async () => {
    const payer = await newPayer(product)
    const { cards } = payer.client.api
    const signing = await startAgreement(payer)
    const ends = [cards.endDebitAgreement(idOf(payer)), cards.endDebitAgreement(idOf(payer))]
    await both(cards.confirmDebitAgreement(signing), ...ends)
    await product.runTasks()
    const { isSigned } = await hasAgreement(payer)
    expect(await agreementsAtBank(payer)).toHaveLength(isSigned ? 1 : 0)
  })

  it('starts no payment without a code after its end, whichever of both comes first', async () => {
    const payer = await newPayer(product)
    const { cards, repayment } = payer.client.api
    await signAgreement(payer)
    const order = await place(payer, dueOf(payer, 1))
    const [paying] = await both(
      repayment.confirm(numberOf(order)),
      cards.endDebitAgreement(idOf(payer)),
    )
    await waitForBank(product)
    // A payment that started before the end is completed.
    const state = paying?.status === 'fulfilled' ? 'paid' : 'confirming'
    expect(await readOrderState(payer, order.requestNo)).toBe(state)
    const next = await place(payer, dueOf(payer, state === 'paid' ? 2 : 1)).catch(() => undefined)
    if (next)
      await expectRefusal(repayment.confirm(numberOf(next)), { kind: 'verification-needed' })
    expect(await hasAgreement(payer)).toEqual({ isSigned: false })
  })

  it('[7.136] is signed by a retry when the answer was lost, and ended at the bank without one', async () => {
    const payer = await newPayer(product)
    const { cards } = payer.client.api
    const lose = async (signing: Awaited<ReturnType<typeof startAgreement>>) => {
      await setFault(product, { provider: 'bank', cutAfter: true })
      await expectRefusal(cards.confirmDebitAgreement(signing), { kind: 'outside-unavailable' })
      await setFault(product, { provider: 'bank', cutAfter: false })
    }
    const forgotten = await startAgreement(payer)
    await lose(forgotten)
    expect(await agreementsAtBank(payer)).toEqual([forgotten.debitNo])
    product.advance(6 * 60)
    await product.runTasks()
    expect(await agreementsAtBank(payer)).toEqual([])
    await expectRefusal(cards.confirmDebitAgreement(forgotten), { kind: 'sms-code-void' })

    const repeated = await startAgreement(payer)
    await lose(repeated)
    expect(await cards.confirmDebitAgreement(repeated)).toEqual({ isSigned: true })
    product.advance(6 * 60)
    await product.runTasks()
    expect(await agreementsAtBank(payer)).toEqual([repeated.debitNo])
    const other = await newPayer(product)
    await expectRefusal(other.client.api.cards.confirmDebitAgreement(repeated), {
      kind: 'sms-code-void',
    })
  })

  it('belongs to one card: another card still asks for a code', async () => {
    const payer = await newPayer(product)
    await signAgreement(payer)
    const { cardId } = await bindNewCard(product, payer)
    const requestNo = await placeOrder(payer, { aim: dueOf(payer, 1), cardId })
    const { confirm } = payer.client.api.repayment
    await expectRefusal(confirm({ requestNo }), { kind: 'verification-needed' })
  })
})
