import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Account } from '#ledger/entries.ts'
import { partNames } from '#loans/loan.ts'
import { fen, subtract, sum, type Money } from '#money/money.ts'
import { anyHistory } from '#testing/histories.ts'
import { liveThrough } from '#testing/live-through.ts'
import { shareAmount, WHOLE_PPM } from './share-amount.ts'
import { receivablesOf, settledSum, splitEntries, type PostedEntry } from './split-entries.ts'

const shares = [350_000n, 333_333n]
const ofParty = (entries: readonly PostedEntry[], party: number) =>
  splitEntries(entries, shares).map((parts, index) => ({
    ...requireEntry(entries[index]),
    part: parts[party] ?? fen(0n),
  }))

function requireEntry(entry: PostedEntry | undefined): PostedEntry {
  if (!entry) throw new Error('no such entry')
  return entry
}

/** Debits or credits of an account, as a party has them. */
function flowOf(
  entries: readonly (PostedEntry & { readonly part: Money })[],
  { account, side }: { account: Account; side: 'debit' | 'credit' },
): { total: bigint; part: bigint } {
  const of = entries.filter((entry) => entry[side] === account)
  return {
    total: sum(of.map(({ amount }) => amount)),
    part: sum(of.map(({ part }) => part)),
  }
}

const accrual = (amount: bigint): PostedEntry => ({
  debit: 'interest',
  credit: 'interest-income',
  amount: fen(amount),
})
const payment = (entryNo: bigint, amount: bigint): PostedEntry => ({
  debit: 'clearing',
  credit: 'interest',
  amount: fen(amount),
  entryNo,
})

describe('the parts of partners in the ledger', () => {
  it('[Z6] sum to each entry, and what each party owns of an account stays within a fen of its share', () => {
    const histories = fc.sample(anyHistory, { seed: 7, numRuns: 50 })
    const loans = histories.flatMap((history) => liveThrough(history).loans)
    expect(loans.length).toBeGreaterThan(50)
    const accounts = [...partNames, 'refunds-payable'] as const
    for (const { entries } of loans) {
      const parts = splitEntries(entries, shares)
      expect(parts.map(sum)).toEqual(entries.map(({ amount }) => amount))
      for (const [party, share] of [...shares, WHOLE_PPM - 683_333n].entries()) {
        const own = ofParty(entries, party)
        for (const account of accounts) {
          for (const side of ['debit', 'credit'] as const) {
            const { total, part } = flowOf(own, { account, side })
            const off = part * WHOLE_PPM - total * share
            expect(off > -WHOLE_PPM && off < WHOLE_PPM).toBe(true)
          }
        }
      }
    }
  }, 60_000)

  it('[Z6, Z7] leave no party a receivable where the loan has none, and every fen of the money to one party', () => {
    const histories = fc.sample(anyHistory, { seed: 11, numRuns: 50 })
    const loans = histories.flatMap((history) => liveThrough(history).loans)
    for (const { entries } of loans) {
      const whole = entries.map((entry) => ({ ...entry, part: entry.amount }))
      const owed = receivablesOf(whole)
      const parties = [0, 1, 2].map((party) => ofParty(entries, party))
      for (const name of partNames) {
        const each = parties.map((own) => receivablesOf(own)[name])
        expect(sum(each)).toBe(owed[name])
        if (owed[name] === 0n) expect(each).toEqual([0n, 0n, 0n])
      }
      expect(sum(parties.map(settledSum))).toBe(settledSum(whole))
    }
  }, 60_000)

  it('[Z6] a reversal takes back exactly what its posting gave each party, whatever was booked between them', () => {
    const entries: PostedEntry[] = [
      accrual(10n),
      payment(1n, 1n),
      payment(2n, 2n),
      { debit: 'interest', credit: 'clearing', amount: fen(1n), entryNo: 3n, reverses: 1n },
    ]
    const parts = splitEntries(entries, shares)
    expect(parts[3]).toEqual(parts[1])
    const [first] = splitEntries([payment(4n, 3n)], shares)
    const after = splitEntries([...entries, payment(4n, 1n)], shares)
    const total = (party: number) =>
      subtract(
        sum([after[1], after[2], after[4]].map((own) => own?.[party] ?? fen(0n))),
        after[3]?.[party] ?? fen(0n),
      )
    expect([total(0), total(1), total(2)]).toEqual(first)
  })

  it('[Z6] follow from any order of accruals, payments and reversals', () => {
    const steps = fc.array(fc.tuple(fc.boolean(), fc.bigInt({ min: 1n, max: 999n }), fc.nat(9)), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(steps, (list) => {
        const entries: PostedEntry[] = []
        const open: bigint[] = []
        for (const [index, [isPayment, amount, pick]] of list.entries()) {
          const reversed = open[pick]
          if (isPayment && reversed !== undefined) {
            const original = entries.find(({ entryNo }) => entryNo === reversed)
            open.splice(pick, 1)
            const back = { debit: 'interest', credit: 'clearing', reverses: reversed } as const
            entries.push({ ...back, amount: original?.amount ?? fen(0n), entryNo: BigInt(index) })
          } else if (isPayment) {
            entries.push(payment(BigInt(index), amount))
            open.push(BigInt(index))
          } else entries.push(accrual(amount))
        }
        const parts = splitEntries(entries, shares)
        expect(parts.map(sum)).toEqual(entries.map(({ amount }) => amount))
        // All postings reversed, no party keeps anything of them.
        const back = open.map((entryNo): PostedEntry => {
          const amount = entries.find((one) => one.entryNo === entryNo)?.amount ?? fen(0n)
          return { debit: 'interest', credit: 'clearing', amount, reverses: entryNo }
        })
        const all = [...entries, ...back]
        const accrued = sum(
          all.flatMap(({ credit, amount }) => (credit === 'interest-income' ? [amount] : [])),
        )
        const expected = shareAmount(accrued, shares)
        for (const party of [0, 1, 2]) {
          expect(receivablesOf(ofParty(all, party)).interest).toBe(expected[party])
          expect(settledSum(ofParty(all, party))).toBe(0n)
        }
      }),
    )
  })
})
