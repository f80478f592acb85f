import { localDate } from '#calendar/local-date.ts'
import type { DayRules } from '#cost/cost-cap.ts'
import type { DatedKind, DatedRow } from '#dated/dated-rows.ts'
import type { Funding } from '#funding/choose-partners.ts'
import type { PartnerRow } from '#funding/partner-rows.ts'
import { openLoan, type Loan } from '#loans/loan.ts'
import { planOf } from '#loans/plan.ts'
import type { Terms } from '#loans/terms.ts'
import { fen } from '#money/money.ts'
import { conventions, defaultProductNo } from '#product.ts'
import type { Outcome } from '#refusal.ts'
import type { OldLoan } from '#restructure/consolidation-plan.ts'

/** A sample loan for tests: 12,000 at 12 % over 12 months from 15 January 2026. */
export function specimenLoan(changes: Partial<Terms> = {}): Loan {
  const plan = planOf({
    amount: fen(12_000_00n),
    annualRatePpm: 120_000n,
    months: 12,
    method: 'equal-principal',
    start: localDate('2026-01-15'),
    conventions,
    ...changes,
  })
  return openLoan(valueOf(plan))
}

/** What a database has from the start, as far as tests need it. */
const provisionRates = {
  'provision-pass': 10_000n,
  'provision-special-mention': 20_000n,
  'provision-substandard': 250_000n,
  'provision-doubtful': 500_000n,
  'provision-loss': 1_000_000n,
  'default-stage-1': 20_000n,
  'default-stage-2': 200_000n,
  'default-stage-3': 1_000_000n,
  'loss-given-default': 600_000n,
} as const satisfies Partial<Record<DatedKind, bigint>>

const provisionRows = Object.entries(provisionRates).map(([kind, value]) => ({
  // The keys of a constant.
  kind: kind as keyof typeof provisionRates,
  day: localDate('2000-01-01'),
  value,
}))

export const specimenDated: readonly DatedRow[] = [
  { kind: 'cost-cap', day: localDate('2000-01-01'), value: 240_000n },
  { kind: 'prime-rate', day: localDate('2019-08-20'), value: 42_500n },
  { kind: 'prime-rate', day: localDate('2024-10-21'), value: 31_000n },
  { kind: 'prime-rate', day: localDate('2025-05-20'), value: 30_000n },
  ...provisionRows,
  { kind: 'value-added-tax', day: localDate('2000-01-01'), value: 60_000n },
]

/** The rules of most days: a cap of 24 %, and due dates as planned. */
export const specimenRules: DayRules = { ppm: 240_000n, law: 'cost-cap-24' }

/** One partner, which funds 60 % of loans above 20,000. */
export const specimenPartner: PartnerRow = {
  partnerNo: 'far-bank',
  day: localDate('2020-01-01'),
  state: 'open',
  terms: {
    name: '远洲银行股份有限公司',
    licenceNo: 'B9999H999900001',
    tiers: [{ product: defaultProductNo, amountMin: fen(20_000_01n), sharePpm: 600_000n }],
    ownPpmMin: 300_000n,
    customerMax: fen(100_000_00n),
    totalMax: fen(1_000_000_00n),
    otherwise: 'own',
  },
}

export const specimenFunding: Funding = { rows: [specimenPartner], exposures: [] }

/** The sample loan as input of a restructuring: drawn on our own product. */
export function specimenOldLoan(changes: Partial<OldLoan> = {}): OldLoan {
  return {
    loan: specimenLoan(),
    origin: 'draw',
    product: defaultProductNo,
    lender: 'consumer-finance',
    returnAskedOn: undefined,
    ...changes,
  }
}

/** Returns the value of a granted outcome; throws on a refusal. */
export function valueOf<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value
  throw new Error(`refused: ${outcome.refusal.kind}`)
}
