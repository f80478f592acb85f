import { fen } from '@qingzhou/domain/money/money'
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { saveDraft } from '#shared/forms/draft.ts'

/** Reloads the module: memory is lost, storage is kept. */
async function reloaded() {
  vi.resetModules()
  const { usePaymentDraft, ...draft } = await import('./payment-draft.ts')
  return { ...draft, read: () => renderHook(usePaymentDraft).result.current }
}

describe('payment draft', () => {
  afterEach(cleanup)

  it('is restored after a reload under the same number', async () => {
    const before = await reloaded()
    const part = { kind: 'earlyPart', loanNo: 'LOAN-1', amount: fen(3000_00n) } as const
    for (const aim of [part, { ...part, keep: 'instalment' } as const]) {
      before.choosePayment(aim)
      const chosen = before.read()
      expect(chosen.aim).toEqual(aim)
      expect((await reloaded()).read()).toEqual(chosen)
    }
  })

  it('gets a new number for a new order, and is empty when forgotten', async () => {
    const { choosePayment, renewPayment, forgetPayment, read } = await reloaded()
    choosePayment({ kind: 'earlyFull', loanNo: 'LOAN-1' })
    const { aim, repaySeqNo } = read()
    renewPayment()
    expect(read().aim).toEqual(aim)
    expect(read().repaySeqNo).not.toBe(repaySeqNo)
    forgetPayment()
    expect(read()).toEqual({ aim: undefined, repaySeqNo: undefined })
  })

  it('ignores invalid content', async () => {
    saveDraft('repay', { aim: { kind: 'earlyPart', loanNo: 7, amount: '1' }, repaySeqNo: 'x' })
    expect((await reloaded()).read().aim).toBeUndefined()
    const odd = { kind: 'earlyPart', loanNo: 'LOAN-1', amount: '3000.00', keep: 'all of it' }
    saveDraft('repay', { aim: odd, repaySeqNo: 'x' })
    expect((await reloaded()).read().aim).not.toHaveProperty('keep')
    saveDraft('repay', { aim: { kind: 'earlyFull', loanNo: 'LOAN-1' } })
    expect((await reloaded()).read().aim).toBeUndefined()
  })
})
