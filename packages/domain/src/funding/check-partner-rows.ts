import type { LocalDate } from '#calendar/local-date.ts'
import type { DatedReason } from '#dated/dated-reason.ts'
import { refusedRow } from '#dated/dated-rows.ts'
import { listLawBreaks } from '#law/law-breaks.ts'
import { yuan } from '#money/money.ts'
import type { LenderKind } from '#product.ts'
import { granted, type Outcome } from '#refusal.ts'
import { partnersOn, type Exposure } from './choose-partners.ts'
import { partnerRowText, type PartnerRow, type PartnerTerms } from './partner-rows.ts'
import { WHOLE_PPM } from './share-amount.ts'

/** What new rows are checked against. */
export type PartnerState = {
  readonly stored: readonly PartnerRow[]
  readonly today: LocalDate
  readonly lender: LenderKind
  readonly exposures: readonly Exposure[]
}

type Wrong = { readonly reason: DatedReason; readonly detail?: string }

/** Refuses new rows of partners by the first one that is wrong. [Z2] */
export function checkPartnerRows(
  rows: readonly PartnerRow[],
  state: PartnerState,
): Outcome<readonly PartnerRow[]> {
  for (const [index, row] of rows.entries()) {
    const before = rows.slice(0, index)
    const isTwice = before.some((one) => isSameDay(one, row))
    const wrong = isTwice ? ({ reason: 'twice' } as const) : wrongOf(row, before, state)
    if (wrong) return refusedRow(partnerRowText(row), wrong.reason, wrong.detail)
  }
  return granted(rows)
}

function isSameDay(one: PartnerRow, other: PartnerRow): boolean {
  return one.partnerNo === other.partnerNo && one.day === other.day
}

function wrongOf(
  row: PartnerRow,
  before: readonly PartnerRow[],
  state: PartnerState,
): Wrong | undefined {
  const { partnerNo, day, terms } = row
  // A new row supersedes a recorded one of its partner and day.
  const others = [...before, ...state.stored].filter((one) => !isSameDay(one, row))
  const same = state.stored.find((one) => isSameDay(one, row))
  if (same && partnerRowText(same) === partnerRowText(row)) return { reason: 'already-recorded' }
  if (day < state.today) return { reason: 'day-past' }
  if (!terms) {
    const isKnown = partnersOn(others, day).some((partner) => partner.partnerNo === partnerNo)
    return isKnown ? undefined : { reason: 'partner-unknown' }
  }
  const namesake = others.find(
    (one) =>
      one.partnerNo !== partnerNo &&
      (one.terms?.name === terms.name || one.terms?.licenceNo === terms.licenceNo),
  )
  if (namesake) return { reason: 'name-taken', detail: namesake.partnerNo }
  return wrongTerms(terms) ?? belowLaw(row, terms, state) ?? exceededLimit(partnerNo, terms, state)
}

function wrongTerms({ tiers, ownPpmMin, customerMax, totalMax }: PartnerTerms): Wrong | undefined {
  const keys = tiers.map(({ product, amountMin }) => `${product}:${yuan(amountMin)}`)
  const twice = keys.find((key, index) => keys.indexOf(key) !== index)
  if (twice) return { reason: 'tiers-overlap', detail: twice }
  const isAboveWhole = tiers.some(({ sharePpm }) => sharePpm + ownPpmMin > WHOLE_PPM)
  if (isAboveWhole) return { reason: 'shares-above-whole' }
  return customerMax > totalMax ? { reason: 'limits-contradict' } : undefined
}

function belowLaw(
  { day }: PartnerRow,
  { tiers }: PartnerTerms,
  { lender: kind }: PartnerState,
): Wrong | undefined {
  const [broken] = tiers.flatMap(({ sharePpm }) =>
    listLawBreaks({ partnerSharePpm: sharePpm }, { kind, on: day }),
  )
  return broken && { reason: 'share-below-law', detail: broken.law }
}

function exceededLimit(
  partnerNo: string,
  { totalMax }: PartnerTerms,
  { exposures }: PartnerState,
): Wrong | undefined {
  const exposure = exposures.find((one) => one.partnerNo === partnerNo)
  if (!exposure || exposure.total <= totalMax) return undefined
  return { reason: 'limit-exceeded', detail: yuan(exposure.total) }
}
