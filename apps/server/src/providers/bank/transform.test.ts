import { describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { ProviderFault } from '#providers/provider-fault.ts'
import { bindingOf, transferOf } from './transform.ts'

describe('what the bank says of a card', () => {
  it('a bound card has the name that the bank gave it', () => {
    expect(bindingOf({ state: 'bound', cardToken: 'token-1' })).toEqual({
      state: 'bound',
      cardToken: 'token-1',
    })
  })

  it('a bound card without a name is the fault of the bank', () => {
    expect(() => bindingOf({ state: 'bound' })).toThrow(ProviderFault)
  })

  it('a no without a reason gets one, and a long one is cut to a line', () => {
    expect(bindingOf({ state: 'declined' })).toMatchObject({ reason: expect.stringMatching(/./) })
    const reason = `余额\n不足${'，'.repeat(500)}`
    const said = bindingOf({ state: 'declined', reason })
    expect(said.state === 'declined' && said.reason).toMatch(/^余额 不足，{55}$/)
  })
})

const done = (bankDate?: string) =>
  transferOf({ state: 'done', ...(bankDate && { bankDate }) }, fen(500_00n))

describe('what the bank says of a transfer', () => {
  it('a transfer that is done has the day of the bank, or none where it told nonsense', () => {
    expect(done('20261115')).toEqual({ state: 'done', on: '2026-11-15' })
    expect(done('20261399')).toEqual({ state: 'done', on: undefined })
    expect(done()).toEqual({ state: 'done', on: undefined })
  })

  it('another amount than was ordered is the fault of the bank', () => {
    const said = { state: 'done', amountFen: '100000' } as const
    expect(transferOf(said, fen(100_000n)).state).toBe('done')
    expect(() => transferOf(said, fen(100_001n))).toThrow(ProviderFault)
  })
})
