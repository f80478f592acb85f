import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayYuan, fen, lesser, sum } from '@qingzhou/domain/money/money'
import { repayInFull } from '@qingzhou/lending/index'
import { drawLoan } from '@qingzhou/lending/testing/draw-loan'
import { messagesTo } from '#features/onboarding/testing/visitor.ts'
import { casesFor } from '@qingzhou/platform/testing/proving'
import { startProductForFile } from '#testing/product.ts'
import { moveDays, newPayer, makeCardPayment } from '#features/repayment/testing/payer.ts'

const product = startProductForFile()

const cases = casesFor({ usually: 4, each: 25 })
const seed = Number(process.env['PROVE_SEED'] ?? Date.now() % 2 ** 31)

/** A loan, when and how much of it is repaid early, and what stays. */
const anyCase = fc.record({
  hundreds: fc.integer({ min: 20, max: 60 }),
  months: fc.constantFrom(6, 12, 24),
  method: fc.constantFrom('equal-instalments', 'equal-principal', 'interest-first'),
  days: fc.integer({ min: 0, max: 8 }),
  percent: fc.integer({ min: 10, max: 80 }),
  keep: fc.constantFrom('term', 'instalment'),
})

describe('an early repayment in part', { timeout: 60_000 + cases * 10_000 }, () => {
  it(`shows one plan in its quote, its result, its SMS and the bills (seed ${seed})`, async () => {
    let payer = await newPayer(product)
    const first = { hundreds: 60, months: 12, method: 'equal-instalments', percent: 30 } as const
    const shortened = { ...first, days: 3, keep: 'instalment' } as const
    // Its interest paid ahead is refunded: the SMS tells both.
    const refunded = { ...shortened, days: 0 }
    const samples = [shortened, refunded, ...fc.sample(anyCase, { numRuns: cases, seed })]
    for (const [index, one] of samples.entries()) {
      // Codes per phone and day are limited.
      if (index % 5 === 4) payer = await newPayer(product)
      const { repayment } = payer.client.api
      const { hundreds, method, days, percent, keep } = one
      const months = method === 'interest-first' ? 6 : one.months
      const amount = fen(BigInt(hundreds) * 100_00n)
      const act = { customer: payer.customer, requestNo: `figures-${index}`, actor: 'customer' }
      const terms = { amount, months, method, purpose: 'daily', cardId: payer.card.cardId } as const
      const { loanNo } = await drawLoan(product.services, act, terms)
      await moveDays(product, days)
      if (one === refunded) {
        await makeCardPayment(product, payer, { kind: 'due', picks: [{ loanNo, n: 1 }] })
      }
      const { loan } = await repayment.plan({ loanNo })
      const part = lesser(fen((amount * BigInt(percent)) / 100n), loan.payoff)
      const aim = { kind: 'earlyPart', loanNo, amount: part, keep } as const

      const quote = await repayment.quote({ aim })
      const requestNo = await makeCardPayment(product, payer, aim)
      const outline = quote.outlineAfter
      const bill = quote.after?.find(({ state }) => state !== 'settled')
      const figures = { count: outline?.count, next: outline?.next, endsOn: outline?.endsOn }
      expect(outline?.next).toEqual({ n: bill?.n, dueDate: bill?.dueDate, amount: bill?.amount })

      expect((await repayment.result({ requestNo })).outline).toEqual(outline)
      const booked = await repayment.plan({ loanNo })
      expect(booked.instalments).toEqual(quote.after)
      expect(booked.loan.next).toMatchObject(figures.next ?? {})
      expect([booked.loan.months, booked.loan.monthsAtFirst]).toEqual([
        outline?.months,
        outline?.monthsAtFirst,
      ])
      expect(booked.instalments).toHaveLength(booked.loan.months)
      expect(booked.instalments.every(({ due }) => sum(Object.values(due)) > 0n)).toBe(true)
      const [due] = (await repayment.allDue({})).loans.filter((open) => open.loan.loanNo === loanNo)
      expect(due?.instalments[0]).toEqual(bill)
      expect(due?.instalments).toHaveLength(outline?.count ?? 0)

      await product.runTasks()
      const [sms] = await messagesTo(product, payer.phone)
      const next = `下期 ${bill?.dueDate} 应还 ${displayYuan(bill?.amount ?? fen(0n))} 元`
      expect(sms?.text).toContain(`剩余 ${outline?.count} 期，${next}`)
      if (one === refunded) expect(sms?.text).toMatch(/多还的 [\d.]+ 元将原路退回。$/)
      if (one === shortened || one === refunded) {
        expect(booked.loan.monthsAtFirst).toBe(12)
        expect(sms?.text).toContain(`借款原 12 期，已缩短为 ${booked.loan.months} 期`)
      }
      const { payoff } = (await repayment.plan({ loanNo })).loan
      const rest = { loanNo, amount: payoff, cardId: payer.card.cardId }
      await repayInFull(product.services, { ...act, requestNo: `rest-${index}` }, rest)
    }
  })
})
