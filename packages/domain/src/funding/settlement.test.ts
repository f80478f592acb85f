import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { fen, sum } from '#money/money.ts'
import { partNames } from '#loans/loan.ts'
import { specimenPartner } from '#specimen.ts'
import { anyHistory } from '#testing/histories.ts'
import { liveThrough } from '#testing/live-through.ts'
import {
  addPart,
  noPartySums,
  partnersToSettle,
  settlementHead,
  settlementLine,
  settlementSums,
  settlementTrailer,
} from './settlement.ts'
import { receivablesOf, splitEntries, type PostedEntry } from './split-entries.ts'

const shares = [350_000n, 333_333n]
const day = localDate('2026-10-31')
const sideNames = ['debits', 'credits'] as const
const accounts = [...partNames, 'refunds-payable'] as const

describe('the settlement of a day', () => {
  it('[Z8] the sums of all parties are those of the entries, and their balances what each is owed', () => {
    const loans = fc
      .sample(anyHistory, { seed: 3, numRuns: 30 })
      .flatMap((history) => liveThrough(history).loans)
    for (const { entries } of loans) {
      const parts = splitEntries(entries, shares)
      const own = [0, 1, 2].map((party) =>
        entries.map((entry, index) => ({ ...entry, part: parts[index]?.[party] ?? fen(0n) })),
      )
      const sums = own.map((list) => list.reduce(addPart, noPartySums))
      const whole = entries
        .map((entry) => ({ ...entry, part: entry.amount }))
        .reduce(addPart, noPartySums)
      expect(sum(sums.map(({ settled }) => settled))).toBe(whole.settled)
      for (const side of sideNames) {
        for (const account of accounts) {
          expect(sum(sums.map((one) => one[side][account]))).toBe(whole[side][account])
        }
      }
      for (const [party, { debits, credits, entries: count }] of sums.entries()) {
        expect(count).toBe(entries.length)
        const owed = receivablesOf(own[party] ?? [])
        for (const name of partNames) expect(debits[name] - credits[name]).toBe(owed[name])
      }
    }
  }, 60_000)

  it('[Z6, Z8] the sums of earlier days split like their entries where no posting is reversed', () => {
    const loans = fc
      .sample(anyHistory, { seed: 5, numRuns: 30 })
      .flatMap((history) => liveThrough(history).loans)
      .map(({ entries }): readonly PostedEntry[] => entries)
      .filter((entries) => entries.every(({ reverses }) => reverses === undefined))
    expect(loans.length).toBeGreaterThan(20)
    for (const entries of loans) {
      const middle = Math.floor(entries.length / 2)
      const earlier = Map.groupBy(
        entries.slice(0, middle),
        ({ debit, credit }) => `${debit} ${credit}`,
      )
      const summed = [...earlier.values()].flatMap(([first, ...others]): PostedEntry[] => {
        if (!first) return []
        const amount = sum([first, ...others].map((entry) => entry.amount))
        return [{ debit: first.debit, credit: first.credit, amount }]
      })
      const today = entries.slice(middle)
      expect(splitEntries([...summed, ...today], shares).slice(summed.length)).toEqual(
        splitEntries(entries, shares).slice(middle),
      )
    }
  }, 60_000)

  it('[Z8] names each partner that had terms by the day as it was called then, paused and ended ones too', () => {
    const { terms } = specimenPartner
    if (!terms) throw new Error('the sample partner has terms')
    const rows = [
      { ...specimenPartner, day: localDate('2026-11-01'), terms: { ...terms, name: '新名银行' } },
      { ...specimenPartner, day: localDate('2026-01-01') },
      { ...specimenPartner, day: localDate('2026-05-01'), state: 'ended', terms: undefined },
    ] as const
    expect(partnersToSettle(rows, localDate('2025-12-31'))).toEqual([])
    expect(partnersToSettle(rows, day)).toMatchObject([{ name: terms.name }])
    expect(partnersToSettle(rows, localDate('2026-11-01'))).toMatchObject([{ name: '新名银行' }])
  })

  it('[Z9] the file has the whole amount and the part of each entry, the sums and what is settled', () => {
    const paid = {
      loanNo: 'L1',
      event: 'payment',
      entryNo: 7n,
      debit: 'clearing',
      credit: 'principal',
      amount: fen(100_01n),
      part: fen(60_01n),
    } as const
    const named = { partnerNo: 'far-bank', name: '远洲银行', licenceNo: 'B1', day }
    const sums = addPart(noPartySums, paid)
    expect(settlementHead(named)).toBe('H|1|far-bank|远洲银行|B1|2026-10-31\n')
    expect(settlementLine(paid)).toBe('E|L1|7||payment|clearing|principal|100.01|60.01\n')
    expect(settlementSums(sums).split('\n')).toContain('S|principal|0.00|60.01')
    expect(settlementTrailer(sums, 'ab')).toBe('T|1|60.01|ab\n')
    const back = { ...paid, debit: 'principal', credit: 'clearing', event: 'reversal' } as const
    expect(settlementTrailer(addPart(sums, back), 'ab')).toBe('T|2|0.00|ab\n')
  })
})
