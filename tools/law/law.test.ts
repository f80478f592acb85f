import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { law } from '@qingzhou/domain/law/law'
import type { LawEntry } from '@qingzhou/domain/law/law-entry'
import { fen } from '@qingzhou/domain/money/money'
import type { LenderKind } from '@qingzhou/domain/product'
import { customerWithLoan, openBooks } from '@qingzhou/lending/testing/books'
import { lawReference } from './law-reference.ts'
import { reportLaw } from './law-report.ts'
import { root } from '../root.ts'

const entries = Object.entries<LawEntry>(law)
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

describe('the table of law', () => {
  it('names the file that enforces each entry, and its rule in SPEC.md', () => {
    const spec = textOf('packages/domain/SPEC.md')
    for (const [id, { built, rule }] of entries) {
      expect(existsSync(join(root, built)), `${id}: ${built}`).toBe(true)
      if (rule !== undefined) expect(spec, id).toMatch(new RegExp(`\\*\\*${rule}\\*\\*|- ${rule} `))
    }
  })

  it('names the test of a violation of each entry, and the title has its id', () => {
    for (const [id, { test }] of entries) {
      const [path = '', title = ''] = test.split(' › ')
      expect(title, id).toContain(`[law ${id}]`)
      expect(textOf(path), id).toContain(`'${title}'`)
    }
  })

  it('is printed in docs/law.md as it is; else run npm run reference', () => {
    expect(textOf('docs/law.md')).toBe(lawReference())
  })
})

describe('the report of a day', { timeout: 60_000 }, () => {
  const books = openBooks()
  afterAll(async () => (await books).close())

  it('names the grades above the cap, and the open loans that were signed before it', async () => {
    const { deps, ...rest } = await books
    await customerWithLoan({ deps, ...rest })
    const report = (on: string, kind: LenderKind) =>
      reportLaw(deps.database, { kind, on: localDate(on) })
    expect(await report('2025-06-22', 'consumer-finance')).toMatchObject({ breaks: [] })

    const { facts, breaks } = await report('2027-12-31', 'small-loan')
    expect(facts[0]).toBe('small-loan on 2027-12-31: cost cap 12.00% (cost-cap-prime-rate)')
    expect(breaks).toContain('grade C: 14.40% is above 12.00% (cost-cap-prime-rate)')
    expect(breaks.at(-1)).toContain('prime-rate: no row since 2025-05-20')
  })

  it('counts the fees of an open loan, not its rate alone', async () => {
    const charge = { kind: 'amount', amount: fen(30_00n), charged: 'each-instalment' } as const
    const fees = [{ product: '103001', from: localDate('2000-01-01'), fee: charge }] as const
    const withFees = await openBooks(fees)
    try {
      await customerWithLoan(withFees)
      await withFees.deps.database.query(
        `INSERT INTO dated_rows (kind, day, value, proposal_no) VALUES ('cost-cap', '2099-01-01', 150000, 'P1')`,
      )
      const on = localDate('2099-01-01')
      const { facts } = await reportLaw(withFees.deps.database, { kind: 'consumer-finance', on })
      // The rate of 14.40 % is below the cap of that day.
      expect(facts.at(-1)).toMatch(
        /^1 open loans of consumer-finance at (19|20)\.\d\d% is above 15\.00% \(own-cap\), signed before$/,
      )
    } finally {
      await withFees.close()
    }
  })
})
