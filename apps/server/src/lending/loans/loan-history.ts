import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { CouponBenefit } from '@qingzhou/domain/loans/coupon'
import type { History, Stretch } from '@qingzhou/domain/loans/history'
import { fen } from '@qingzhou/domain/money/money'

/** A stretch as it is stored: short, as a loan has one for every period and every change. */
type StoredStretch = [
  n: number,
  kind: Stretch['kind'],
  from: LocalDate,
  to: LocalDate,
  principal: string,
  annualRatePpm: string,
  periodFrom: LocalDate,
  periodTo: LocalDate,
  days360: number,
]

type StoredHistory = { since: LocalDate; stretches: StoredStretch[] }

export function historyText({ since, stretches }: History): string {
  const stored: StoredHistory = {
    since,
    stretches: stretches.map(({ n, kind, from, to, principal, annualRatePpm, period }) => {
      const amounts = [String(principal), String(annualRatePpm)] as const
      return [n, kind, from, to, ...amounts, period.from, period.to, period.days360]
    }),
  }
  return JSON.stringify(stored)
}

/** A loan from before histories were stored has one from the day its books are on. */
export function historyOf(text: string | null, bookedUntil: LocalDate): History {
  if (text === null) return { since: bookedUntil, stretches: [] }
  // Written by historyText and by nothing else.
  const { since, stretches } = JSON.parse(text) as StoredHistory
  return {
    since,
    stretches: stretches.map(
      ([n, kind, from, to, principal, ppm, periodFrom, periodTo, days360]) => ({
        n,
        kind,
        from,
        to,
        principal: fen(BigInt(principal)),
        annualRatePpm: BigInt(ppm),
        period: { from: periodFrom, to: periodTo, days360 },
      }),
    ),
  }
}

export function couponValue(coupon: CouponBenefit | undefined): bigint | undefined {
  switch (coupon?.kind) {
    case 'interest-free-days':
      return BigInt(coupon.days)
    case 'interest-share-off':
      return coupon.sharePpm
    case 'sum-off-first-instalment':
      return coupon.amount
    default:
      return undefined
  }
}

export function couponOf(
  kind: CouponBenefit['kind'] | null,
  value: bigint | null,
): CouponBenefit | undefined {
  if (kind === null || value === null) return undefined
  if (kind === 'interest-free-days') return { kind, days: Number(value) }
  return kind === 'interest-share-off' ? { kind, sharePpm: value } : { kind, amount: fen(value) }
}
