import { assert } from '@qingzhou/domain/assert'
import { lender } from '#platform/config/brand.ts'
import { displayYuan, type Money } from '@qingzhou/domain/money/money'
import { conventions, costCaps, product } from '@qingzhou/domain/product'

/** Formatted figures for static pages, taken from the product definition. */
const rates = Object.values(product.gradeRatesPpm)

export const facts = {
  product: lender.product,
  lender: lender.company,
  servicePhone: lender.servicePhone,
  serviceHours: lender.serviceHours,
  complaintMail: lender.complaintMail,
  officialAccount: lender.officialAccount,
  rateMin: percent(rates.reduce((least, rate) => (rate < least ? rate : least))),
  rateMax: percent(rates.reduce((most, rate) => (rate > most ? rate : most))),
  costMax: percent(costCap()),
  limitMin: wholeYuan(product.limit.amountMin),
  limitMax: wholeYuan(product.limit.amountMax),
  drawMin: wholeYuan(product.draw.amountMin),
  drawMax: wholeYuan(product.draw.amountMax),
  terms: `${product.terms.join('、')} 个月`,
  interestFirstMonthsMax: String(product.methods['interest-first']),
  penaltyTimes: String(Number(conventions.late.ratePercent) / 100),
  graceDays: String(conventions.late.graceDays),
  earlyPartMin: wholeYuan(product.earlyPartMin),
  delayDaysMax: String(product.delay.daysMax),
  delayDaysOverdueMax: String(product.delay.daysOverdueMax),
  reviewOverdueDays: String(product.limitReview.daysOverdueMax),
  delayTimesPerYear: String(product.delay.timesPerYear),
  ageMin: String(product.age.min),
  ageMax: String(product.age.max),
} as const

function percent(ppm: bigint): string {
  return `${Number(ppm) / 10_000}%`
}

/** Pages show whole yuan; a product bound with fen is an error. */
function wholeYuan(amount: Money): string {
  const text = displayYuan(amount)
  assert(text.endsWith('.00'), 'a bound of the product is whole yuan')
  return text.slice(0, -'.00'.length)
}

function costCap(): bigint {
  const row = costCaps.findLast((cap) => cap.lender === 'consumer-finance')
  assert(row !== undefined, 'a consumer lender has a cap on its cost')
  return row.annualCostPpmMax
}
