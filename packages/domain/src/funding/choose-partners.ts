import type { LocalDate } from '#calendar/local-date.ts'
import { add, ZERO, type Money } from '#money/money.ts'
import type { ProductNo } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import type { FundingTier, PartnerRow, PartnerTerms } from './partner-rows.ts'
import { shareAmount, WHOLE_PPM } from './share-amount.ts'

/** A partner of a loan, as agreed when it was drawn: its share does not change afterwards. [Z3] */
export interface FundingShare {
  readonly partnerNo: string
  readonly name: string
  readonly licenceNo: string
  readonly sharePpm: bigint
  /** Its part of the amount drawn. */
  readonly amount: Money
}

/** The principal that a partner has outstanding, of one customer and of all. */
export interface Exposure {
  readonly partnerNo: string
  readonly ofCustomer: Money
  readonly total: Money
}

/** A partner on a day. */
type Partner = {
  readonly partnerNo: string
  readonly terms: PartnerTerms
  readonly isPaused: boolean
}

/** The partners of a day, in the order of their numbers. Ended ones are not among them. [Z1] */
export function partnersOn(rows: readonly PartnerRow[], on: LocalDate): readonly Partner[] {
  const past = rows
    .filter(({ day }) => day <= on)
    .toSorted((one, other) => compare(one.day, other.day))
  const numbers = [...new Set(past.map(({ partnerNo }) => partnerNo))].toSorted(compare)
  return numbers.flatMap((partnerNo) => {
    const own = past.filter((row) => row.partnerNo === partnerNo)
    const newest = own.at(-1)
    const terms = own.findLast((row) => row.terms)?.terms
    if (!newest || newest.state === 'ended' || !terms) return []
    return [{ partnerNo, terms, isPaused: newest.state === 'paused' }]
  })
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** The tier of a draw: of its product, the one with the highest amount that it reaches. */
function tierOf(
  { tiers }: Pick<PartnerTerms, 'tiers'>,
  { product, amount }: DrawnAmount,
): FundingTier | undefined {
  return tiers
    .filter((tier) => tier.product === product && tier.amountMin <= amount)
    .reduce<FundingTier | undefined>(
      (highest, tier) => (highest && highest.amountMin > tier.amountMin ? highest : tier),
      undefined,
    )
}

export type DrawnAmount = { readonly product: ProductNo; readonly amount: Money }

/** Whether a partner has a tier for such a draw, on any day. */
export function isAskedFor(rows: readonly PartnerRow[], drawn: DrawnAmount): boolean {
  return rows.some(({ terms }) => terms && tierOf(terms, drawn))
}

/** What the choice of the partners of a draw depends on. */
export type Funding = {
  readonly rows: readonly PartnerRow[]
  readonly exposures: readonly Exposure[]
}

export const OWN_FUNDS: Funding = { rows: [], exposures: [] }

/**
 * The partners of a draw: in the order of their numbers each one that has a tier for it and room within its
 * limits, as long as the lender keeps the least share of its own that any of them asks for. [Z3]
 *
 * With none, the loan is the lender's own, unless a partner of such draws says that it is refused then. [Z4]
 */
export function choosePartners(
  drawn: DrawnAmount & { readonly on: LocalDate },
  { rows, exposures }: Funding,
): Outcome<readonly FundingShare[]> {
  const asked = partnersOn(rows, drawn.on).flatMap((partner) => {
    const tier = tierOf(partner.terms, drawn)
    return tier ? [{ ...partner, sharePpm: tier.sharePpm }] : []
  })
  const chosen: typeof asked = []
  let [takenPpm, ownPpmMin] = [0n, 0n]
  for (const partner of asked) {
    const { partnerNo, terms, sharePpm, isPaused } = partner
    const exposure = exposures.find((one) => one.partnerNo === partnerNo)
    const own = terms.ownPpmMin > ownPpmMin ? terms.ownPpmMin : ownPpmMin
    const isWithinWhole = takenPpm + sharePpm + own <= WHOLE_PPM
    if (isPaused || !isWithinWhole || !hasRoom(partner, drawn.amount, exposure)) continue
    chosen.push(partner)
    takenPpm += sharePpm
    ownPpmMin = own
  }
  if (chosen.length === 0 && asked.some(({ terms }) => terms.otherwise === 'refuse')) {
    return refused({ kind: 'no-funding-partner' })
  }
  const amounts = shareAmount(
    drawn.amount,
    chosen.map(({ sharePpm }) => sharePpm),
  )
  return granted(
    chosen.map(({ partnerNo, terms: { name, licenceNo }, sharePpm }, index) => {
      return { partnerNo, name, licenceNo, sharePpm, amount: amounts[index] ?? ZERO }
    }),
  )
}

function hasRoom(
  { terms, sharePpm }: { readonly terms: PartnerTerms; readonly sharePpm: bigint },
  amount: Money,
  exposure: Exposure | undefined,
): boolean {
  const [part = ZERO] = shareAmount(amount, [sharePpm])
  const { ofCustomer = ZERO, total = ZERO } = exposure ?? {}
  return add(ofCustomer, part) <= terms.customerMax && add(total, part) <= terms.totalMax
}

/** The share that the lender itself funds. */
export function ownSharePpm(shares: readonly Pick<FundingShare, 'sharePpm'>[]): bigint {
  return shares.reduce((left, { sharePpm }) => left - sharePpm, WHOLE_PPM)
}
