import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import { byteChanged, POSITION_STEP } from '@qingzhou/platform/testing/byte-changed'
import {
  SLOW_MS,
  startAgreementTests,
  type AgreementTests,
  type SignedAgreement,
} from './testing/agreements.ts'

let tests: AgreementTests
beforeAll(async () => {
  tests = await startAgreementTests()
})
afterAll(() => tests.stop())
afterEach(() => tests.restore())

describe('an answer about agreements', () => {
  const acts: Record<string, (agreement: SignedAgreement) => Promise<unknown>> = {
    'a question': (agreement) => tests.agreements.agreement(agreement),
    'an end': (agreement) => tests.agreements.endAgreement(agreement),
    'a debit': (agreement) => tests.agreements.debit(tests.debitOf(agreement)),
  }

  it.each(Object.entries(acts))(
    'an answer about agreements to %s is refused with one byte changed, wherever it is',
    async (_, act) => {
      const agreement = await tests.signed()
      let length = 1
      const accepted: number[] = []
      for (let position = 0; position < length; position += POSITION_STEP) {
        tests.sandbox.between.state.change = (answer) => {
          length = Math.max(length, answer.length)
          // An act may have several answers, of several lengths: each is changed.
          return byteChanged(answer, position % answer.length)
        }
        const isRefused = await act(agreement).then(
          () => false,
          (error: unknown) => error instanceof ProviderFault,
        )
        if (!isRefused) accepted.push(position)
      }
      expect(length).toBeGreaterThan(300)
      expect(accepted).toEqual([])
    },
  )
})

const faults = [
  ['fails', { failNext: 1 }],
  ['is down', { down: true }],
  ['is cut off after the order arrived', { cutAfter: true }],
  ['is slower than the time limit', { delayMs: SLOW_MS }],
  ['has reached its limit of calls', { throttle: true }],
] as const

describe.each(faults)('while the app %s', (_, fault) => {
  const during = () => ('delayMs' in fault ? tests.impatientAgreements : tests.agreements)

  it('a signature is found afterwards, and nothing is believed meanwhile', async () => {
    const order = tests.newAgreement()
    const url = await tests.agreements.agreementUrl(order)
    await tests.sandbox.setFault(fault)
    // The pages of the app are not cut off after an order.
    await tests.sandbox.decide(url, 'agree')
    await tests.restore()
    await tests.sandbox.decide(await tests.agreements.agreementUrl(order), 'agree')
    if (!('cutAfter' in fault)) {
      await tests.sandbox.setFault(fault)
      await expect(during().agreement(order)).rejects.toThrow(ProviderFault)
      await tests.restore()
    }
    expect(await tests.agreements.agreement(order)).toMatchObject({ state: 'signed' })
  })

  it('a debit is taken once', async () => {
    const order = tests.debitOf(await tests.signed())
    await tests.sandbox.setFault(fault)
    await expect(during().debit(order)).rejects.toThrow(ProviderFault)
    await tests.restore()
    await tests.agreements.debit(order)
    tests.advance(3)
    expect(await tests.wallet.payment(order)).toMatchObject({ state: 'done' })
    expect(await tests.linesOf(order.wireNo)).toHaveLength(1)
  })

  it('an end is final after it is repeated', async () => {
    const agreement = await tests.signed()
    await tests.sandbox.setFault(fault)
    await expect(during().endAgreement(agreement)).rejects.toThrow(ProviderFault)
    await tests.restore()
    await tests.agreements.endAgreement(agreement)
    expect(await tests.agreements.agreement(agreement)).toEqual({ state: 'unknown' })
    expect(await tests.agreements.debit(tests.debitOf(agreement))).toMatchObject({
      state: 'declined',
    })
  })
})
