import { fen } from '@qingzhou/domain/money/money'
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { addressWithQuery } from '#platform/navigation/navigation.ts'
import { clearDraft, saveDraft } from '#shared/forms/draft.ts'

/** Reloads the module: memory is lost, storage is kept. */
async function reloadDraft() {
  vi.resetModules()
  const { usePaymentDraft, ...draft } = await import('./payment-draft.ts')
  return { ...draft, read: () => renderHook(usePaymentDraft).result.current }
}

describe('payment draft', () => {
  afterEach(() => {
    cleanup()
    window.location.hash = ''
  })

  it('is restored after a reload under the same number', async () => {
    const before = await reloadDraft()
    const part = { kind: 'earlyPart', loanNo: 'LOAN-1', amount: fen(3000_00n) } as const
    for (const aim of [part, { ...part, keep: 'instalment' } as const]) {
      before.choosePayment(aim)
      const chosen = before.read()
      expect(chosen.aim).toEqual(aim)
      expect((await reloadDraft()).read()).toEqual(chosen)
    }
  })

  it('gets a new number for a new order, and is empty when forgotten', async () => {
    const { choosePayment, renewPayment, forgetPayment, read } = await reloadDraft()
    choosePayment({ kind: 'earlyFull', loanNo: 'LOAN-1' })
    const { aim, requestNo } = read()
    renewPayment()
    expect(read().aim).toEqual(aim)
    expect(read().requestNo).not.toBe(requestNo)
    forgetPayment()
    expect(read()).toEqual({ aim: undefined, requestNo: undefined })
  })

  it('is prepared again by the address of its page, but not after it is finished', async () => {
    const { choosePayment } = await reloadDraft()
    const picks = [
      { loanNo: 'LOAN-1', n: 2 },
      { loanNo: 'LOAN-1', n: 3 },
      { loanNo: 'LOAN-2', n: 1 },
    ]
    const part = { kind: 'earlyPart', loanNo: 'LOAN-1', amount: fen(3000_00n) } as const
    const aims = [{ kind: 'due', picks } as const, part, { ...part, keep: 'term' } as const]
    for (const aim of aims) {
      const query = choosePayment(aim)
      // A new session deletes the drafts of the previous one.
      clearDraft('repay')
      window.location.hash = `#${addressWithQuery('/repay/repayCashier', query)}`
      const { read, forgetPayment } = await reloadDraft()
      expect(read().aim).toEqual(aim)
      expect((await reloadDraft()).read()).toEqual(read())
      forgetPayment()
      expect((await reloadDraft()).read().aim).toBeUndefined()
    }
  })

  it('ignores invalid content', async () => {
    const odd = [
      'earlyPart*LOAN-1*much',
      'earlyFull*../x',
      'due*LOAN-1',
      'all',
      'due*LOAN-1.1234',
      7,
    ]
    for (const pay of odd) {
      saveDraft('repay', { pay, requestNo: 'x' })
      expect((await reloadDraft()).read().aim).toBeUndefined()
      window.location.hash = `#${addressWithQuery('/repay/repayCashier', { pay: String(pay) })}`
      expect((await reloadDraft()).read().aim).toBeUndefined()
    }
    window.location.hash = ''
    saveDraft('repay', { pay: 'earlyPart*LOAN-1*3000.00*all', requestNo: 'x' })
    expect((await reloadDraft()).read().aim).not.toHaveProperty('keep')
    saveDraft('repay', { pay: 'earlyFull*LOAN-1' })
    expect((await reloadDraft()).read().aim).toBeUndefined()
  })
})
