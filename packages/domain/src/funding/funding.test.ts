import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { fen, sum } from '#money/money.ts'
import { defaultProductNo } from '#product.ts'
import { specimenFunding, specimenPartner, valueOf } from '#specimen.ts'
import { choosePartners, ownSharePpm, type Exposure } from './choose-partners.ts'
import { checkPartnerRows } from './check-partner-rows.ts'
import { partnerRowText, readPartnerRow, type PartnerRow } from './partner-rows.ts'
import { shareAmount, WHOLE_PPM } from './share-amount.ts'

const today = localDate('2026-11-19')
const text = (
  changes: Readonly<Record<string, string>> = {},
  no = 'near-bank',
  day = '2027-01-01',
) => {
  const fields = {
    name: '近洲银行',
    licence: 'B0002H0001',
    shares: '103001:10000.00:35%',
    own: '30%',
    customer: '50000.00',
    total: '900000.00',
    otherwise: 'own',
    ...changes,
  }
  const words = Object.entries(fields).map(([key, value]) => `${key}=${value}`)
  return [no, day, ...words].join(' ')
}
const rowOf = (row: string): PartnerRow => valueOf(readPartnerRow(row))
const near = rowOf(text({}, 'near-bank', '2020-01-01'))

function reasonOf(
  rows: readonly string[],
  exposures: readonly Exposure[] = [],
): string | undefined {
  const state = { stored: [specimenPartner], today, lender: 'consumer-finance', exposures } as const
  const checked = checkPartnerRows(rows.map(rowOf), state)
  if (checked.ok) return undefined
  const { refusal } = checked
  if (refusal.kind !== 'dated-row-refused') return refusal.kind
  expect(rows).toContain(refusal.row)
  return refusal.reason
}

describe('rows of funding partners', () => {
  it.each([
    text(),
    text({ shares: '103001:10000.00:35%,103001:30000.00:62.5%,900001:0.01:30%' }),
    'near-bank 2027-01-01 paused',
    'near-bank 2027-01-01 ended',
  ])('[Z1] are read and written as %s', (row) => {
    expect(partnerRowText(rowOf(row))).toBe(row)
  })

  it.each([
    ['Bank 2027-01-01 ended', 'partner-malformed'],
    ['bank 2027-02-30 ended', 'day-malformed'],
    ['bank 2027-01-01 closed', 'value-malformed'],
    [text({ name: '' }), 'value-malformed'],
    [text({ licence: 'b2' }), 'value-malformed'],
    [text({ shares: '103001:10000.00:0%' }), 'value-malformed'],
    [text({ shares: '103001:10000.00:100%' }), 'value-malformed'],
    [text({ shares: '103009:10000.00:35%' }), 'value-malformed'],
    [text({ shares: '103001:10000.00' }), 'value-malformed'],
    [text({ own: '30' }), 'value-malformed'],
    [text({ customer: '0' }), 'value-malformed'],
    [text({ total: '-1' }), 'value-malformed'],
    [text({ otherwise: 'maybe' }), 'value-malformed'],
    [`${text()} own=40%`, 'value-malformed'],
    [text().replace(/ own=\S+/, ''), 'value-malformed'],
  ])('[Z2] %s is refused: %s', (row, reason) => {
    expect(readPartnerRow(row)).toMatchObject({
      refusal: { kind: 'dated-row-refused', row, reason },
    })
  })

  it('[Z2] are granted from today on, and supersede one of their day', () => {
    expect(reasonOf([text()])).toBeUndefined()
    expect(reasonOf([text({}, 'near-bank', today), 'near-bank 2027-01-01 ended'])).toBeUndefined()
    expect(reasonOf(['far-bank 2027-01-01 paused'])).toBeUndefined()
  })

  it.each([
    [[text(), 'near-bank 2027-01-01 ended'], 'twice'],
    [[partnerRowText(specimenPartner)], 'already-recorded'],
    [[text({}, 'near-bank', '2026-11-18')], 'day-past'],
    [['near-bank 2027-01-01 paused'], 'partner-unknown'],
    [['far-bank 2027-01-01 ended', 'far-bank 2027-02-01 paused'], 'partner-unknown'],
    [[text({ name: '远洲银行股份有限公司' })], 'name-taken'],
    [[text({ licence: 'B9999H999900001' })], 'name-taken'],
    [[text({ shares: '103001:10000.00:35%,103001:10000.00:40%' })], 'tiers-overlap'],
    [[text({ shares: '103001:10000.00:70.0001%' })], 'shares-above-whole'],
    [[text({ shares: '103001:10000.00:29.9999%' })], 'share-below-law'],
    [[text({ total: '49999.99' })], 'limits-contradict'],
  ])('[Z2, law partner-share] %j are refused: %s', (rows, reason) => {
    expect(reasonOf(rows)).toBe(reason)
  })

  it('[Z2] a limit below what the partner has outstanding is refused', () => {
    const outstanding = { partnerNo: 'near-bank', ofCustomer: fen(0n), total: fen(900_000_01n) }
    expect(reasonOf([text()], [outstanding])).toBe('limit-exceeded')
    expect(reasonOf([text()], [{ ...outstanding, total: fen(900_000_00n) }])).toBeUndefined()
  })
})

const drawn = { product: defaultProductNo, amount: fen(30_000_00n), on: today }
const numbersOf = (rows: readonly PartnerRow[], exposures: readonly Exposure[] = [], of = drawn) =>
  valueOf(choosePartners(of, { rows, exposures })).map(({ partnerNo }) => partnerNo)

const exposure = (ofCustomer: bigint, total: bigint) => [
  { partnerNo: 'far-bank', ofCustomer: fen(ofCustomer), total: fen(total) },
]

describe('the partners of a draw', () => {
  it('[Z3] have a tier for it, and their shares with the lender’s sum to one', () => {
    const chosen = valueOf(choosePartners(drawn, specimenFunding))
    expect(chosen).toMatchObject([
      { name: '远洲银行股份有限公司', sharePpm: 600_000n, amount: 18_000_00n },
    ])
    expect(ownSharePpm(chosen)).toBe(400_000n)
    expect(numbersOf([specimenPartner], [], { ...drawn, amount: fen(20_000_00n) })).toEqual([])
    const mall = { ...drawn, product: '900001' as const }
    expect(choosePartners(mall, specimenFunding)).toEqual({ ok: true, value: [] })
  })

  it('[Z3] the tier with the highest amount that the draw reaches gives the share', () => {
    const row = rowOf(
      text({ shares: '103001:1000:35%,103001:30000:50%,103001:40000:60%' }, 'a-bank', '2026-01-01'),
    )
    const [share] = valueOf(choosePartners(drawn, { rows: [row], exposures: [] }))
    expect(share?.sharePpm).toBe(500_000n)
  })

  it('[Z1, Z3] a partner takes part from its day on, not while paused, and not after its end', () => {
    const paused = { partnerNo: 'far-bank', day: localDate('2026-03-01'), state: 'paused' } as const
    const ended = { ...paused, day: localDate('2026-06-01'), state: 'ended' } as const
    const on = (day: string) =>
      numbersOf([ended, paused, specimenPartner], [], { ...drawn, on: localDate(day) })
    expect(on('2019-12-31')).toEqual([])
    expect(on('2026-02-28')).toEqual(['far-bank'])
    expect(on('2026-03-01')).toEqual([])
    expect(on('2026-06-01')).toEqual([])
  })

  it('[Z3] two partners fund a draw while the lender keeps its least share; else the first one does', () => {
    const small = rowOf(text({ shares: '103001:10000:30%', own: '10%' }, 'c-bank', '2020-01-01'))
    const other = rowOf(text({ name: '另一银行', licence: 'B0003H0001' }, 'd-bank', '2020-01-01'))
    expect(numbersOf([other, small])).toEqual(['c-bank', 'd-bank'])
    // 60 %, and 30 % of its own, leave nothing for 35 %.
    expect(numbersOf([near, specimenPartner])).toEqual(['far-bank'])
    const both = { rows: [near, specimenPartner], exposures: [] }
    const full = { partnerNo: 'far-bank', ofCustomer: fen(90_000_00n), total: fen(90_000_00n) }
    expect(numbersOf(both.rows, [full])).toEqual(['near-bank'])
  })

  it('[Z3] a partner without room for its part within one of its limits takes none', () => {
    expect(numbersOf([specimenPartner], exposure(82_000_00n, 982_000_00n))).toEqual(['far-bank'])
    expect(numbersOf([specimenPartner], exposure(82_000_01n, 82_000_01n))).toEqual([])
    expect(numbersOf([specimenPartner], exposure(0n, 982_000_01n))).toEqual([])
  })

  it('[Z4] a draw that no partner takes is the lender’s own, or refused, as its partner says', () => {
    const paused = {
      partnerNo: 'near-bank',
      day: localDate('2026-03-01'),
      state: 'paused',
    } as const
    expect(numbersOf([near, paused])).toEqual([])
    const refusing = rowOf(text({ otherwise: 'refuse' }, 'near-bank', '2020-01-01'))
    const asked = (amount: bigint) =>
      choosePartners({ ...drawn, amount: fen(amount) }, { rows: [refusing, paused], exposures: [] })
    expect(asked(30_000_00n)).toEqual({ ok: false, refusal: { kind: 'no-funding-partner' } })
    expect(asked(9_999_99n)).toEqual({ ok: true, value: [] })
    expect(numbersOf([refusing, paused, specimenPartner])).toEqual(['far-bank'])
  })
})

describe('a split by shares', () => {
  const anyShares = fc
    .array(fc.integer({ min: 1, max: 300_000 }), { maxLength: 3 })
    .map((shares) => shares.map(BigInt))

  it('[Z5] sums to the amount, and no part differs from its exact share by a fen', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), anyShares, (amount, shares) => {
        const parts = shareAmount(fen(amount), shares)
        expect(sum(parts)).toBe(amount)
        const ownPpm = shares.reduce((left, share) => left - share, WHOLE_PPM)
        for (const [index, share] of [...shares, ownPpm].entries()) {
          const off = (parts[index] ?? 0n) * WHOLE_PPM - amount * share
          expect(off > -WHOLE_PPM && off < WHOLE_PPM).toBe(true)
        }
      }),
    )
  })

  it('[Z5] gives the fen that are left to the largest remainders', () => {
    expect(shareAmount(fen(100n), [333_333n, 333_333n])).toEqual([33n, 33n, 34n])
    expect(shareAmount(fen(2n), [250_000n, 250_000n])).toEqual([1n, 0n, 1n])
    expect(shareAmount(fen(7n), [])).toEqual([7n])
  })
})
