import { unreachable } from '@qingzhou/domain/assert'
import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Grade } from '@qingzhou/domain/credit/policy'
import { openLimit } from '@qingzhou/domain/credit/limit'
import type { CouponBenefit } from '@qingzhou/domain/loans/coupon'
import type { Money } from '@qingzhou/domain/money/money'
import { displayYuan } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { isAppPath } from '#features/onboarding/index.ts'

/** What a campaign gives to each person. The message about it carries a link with `uriId`. */
export type CampaignTerms = {
  readonly uriId: string
  /** Whether no message is sent. */
  readonly isSilent: boolean
} & (
  | {
      readonly kind: 'coupons'
      readonly benefit: CouponBenefit
      readonly amountMin: Money
      readonly months: readonly number[]
      readonly lastDay: LocalDate
    }
  | {
      readonly kind: 'invitations'
      readonly amount: Money
      readonly grade: Grade
      readonly lastDay: LocalDate
    }
  | {
      readonly kind: 'sign-in-links'
      /** The page that the link opens. */
      readonly path: string
      /** The beginning of the message: why the customer gets it. */
      readonly text: string
    }
)

const { couponDaysMax, couponAmountMax, validDaysMax, textMax } = product.campaigns

/** Throws an error that names the first term beyond the product's limits. */
export function checkTerms(terms: CampaignTerms, today: LocalDate): void {
  switch (terms.kind) {
    case 'coupons':
      checkBenefit(terms.benefit)
      checkMonths(terms.months)
      return checkLastDay(terms.lastDay, today)
    case 'invitations': {
      if (!openLimit(terms.amount, today).ok) {
        throw new Error(`${displayYuan(terms.amount)} yuan is no limit that the product grants.`)
      }
      return checkLastDay(terms.lastDay, today)
    }
    case 'sign-in-links':
      if (!isAppPath(terms.path)) throw new Error(`${terms.path} is no page of the app.`)
      if (terms.isSilent) throw new Error('A sign-in link exists in its message only.')
      if (terms.text.length > textMax) throw new Error(`A text has ${textMax} characters at most.`)
      return undefined
    default:
      return unreachable(terms)
  }
}

function checkBenefit(benefit: CouponBenefit): void {
  switch (benefit.kind) {
    case 'interest-free-days':
      if (benefit.days >= 1 && benefit.days <= couponDaysMax) return
      throw new Error(`A coupon gives 1 to ${couponDaysMax} days free of interest.`)
    case 'interest-share-off':
      if (benefit.sharePpm >= 1n && benefit.sharePpm <= 1_000_000n) return
      throw new Error('A coupon gives a share of the interest up to 100%.')
    case 'sum-off-first-instalment':
      if (benefit.amount >= 1n && benefit.amount <= couponAmountMax) return
      throw new Error(`A coupon gives ${displayYuan(couponAmountMax)} yuan at most.`)
    default:
      return unreachable(benefit)
  }
}

function checkMonths(months: readonly number[]): void {
  const terms: readonly number[] = product.terms
  const wrong = months.filter((one) => !terms.includes(one))
  if (months.length === 0 || wrong.length > 0) {
    throw new Error(`A term is one of ${terms.join(', ')} months.`)
  }
}

function checkLastDay(lastDay: LocalDate, today: LocalDate): void {
  if (lastDay >= today && lastDay <= addDays(today, validDaysMax)) return
  throw new Error(`The last day is from ${today} to ${validDaysMax} days later.`)
}
