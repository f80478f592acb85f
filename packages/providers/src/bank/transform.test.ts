import { describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import { toBindingAnswer, transferOf } from './transform.ts'

describe('a bank answer about a card', () => {
  it('a bank answer about a bound card has the bank’s token', () => {
    expect(toBindingAnswer({ state: 'bound', cardToken: 'token-1' })).toEqual({
      state: 'bound',
      cardToken: 'token-1',
    })
  })

  it('a bank answer about a bound card without a token is a provider fault', () => {
    expect(() => toBindingAnswer({ state: 'bound' })).toThrow(ProviderFault)
  })

  it('a bank answer about a card that declines without a reason gets a default one, and a long reason is shortened to one line', () => {
    expect(toBindingAnswer({ state: 'declined' })).toMatchObject({
      reason: expect.stringMatching(/./),
    })
    const reason = `余额\n不足${'，'.repeat(500)}`
    const said = toBindingAnswer({ state: 'declined', reason })
    expect(said.state === 'declined' && said.reason).toMatch(/^余额 不足，{55}$/)
  })
})

const doneAnswer = (bankDate?: string) =>
  transferOf({ state: 'done', ...(bankDate && { bankDate }) }, fen(500_00n))

describe('a bank answer about a transfer', () => {
  it('a bank answer about a done transfer has the bank’s date, or none if it is invalid', () => {
    expect(doneAnswer('20261115')).toEqual({ state: 'done', on: '2026-11-15' })
    expect(doneAnswer('20261399')).toEqual({ state: 'done', on: undefined })
    expect(doneAnswer()).toEqual({ state: 'done', on: undefined })
  })

  it('a bank answer about a transfer with another amount than ordered is a provider fault', () => {
    const said = { state: 'done', amountFen: '100000' } as const
    expect(transferOf(said, fen(100_000n)).state).toBe('done')
    expect(() => transferOf(said, fen(100_001n))).toThrow(ProviderFault)
  })

  it.each(['BANK_NOT_SERVED', 'CARD_NOT_SUPPORTED'] as const)(
    'a bank answer about a transfer that declines with %s is about the route',
    (code) => {
      const said = { state: 'declined', code, reason: '暂不支持该银行' } as const
      const answer = {
        state: 'declined',
        reason: '暂不支持该银行',
        refusal: 'support',
        isOfRoute: true,
      }
      expect(transferOf(said, fen(1n))).toEqual(answer)
    },
  )

  it.each([{ code: 'SINGLE_LIMIT' }, { code: 'DAY_LIMIT' }, { reason: '暂不支持该银行' }] as const)(
    'a bank answer about a transfer that declines with %o is final',
    (said) => {
      expect(transferOf({ state: 'declined', ...said }, fen(1n))).not.toHaveProperty('isOfRoute')
    },
  )
})
