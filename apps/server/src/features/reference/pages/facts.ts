import { lender } from '@qingzhou/platform/config/brand'
import { displayYuan } from '@qingzhou/domain/money/money'
import { displayRate } from '@qingzhou/domain/money/rate'
import { conventions, lenderKindNames, product } from '@qingzhou/domain/product'

/** Formatted figures for static pages, taken from the product definition. */
const rates = Object.values(product.gradeRatesPpm)

export const facts = {
  product: lender.product,
  lender: lender.company,
  lenderKind: lenderKindNames[lender.kind],
  licenceNo: lender.licenceNo,
  address: lender.address,
  supervisor: lender.supervisor,
  supervisorPhone: lender.supervisorPhone,
  servicePhone: lender.servicePhone,
  serviceHours: lender.serviceHours,
  complaintMail: lender.complaintMail,
  officialAccount: lender.officialAccount,
  rateMin: displayRate(rates.reduce((least, rate) => (rate < least ? rate : least))),
  rateMax: displayRate(rates.reduce((most, rate) => (rate > most ? rate : most))),
  limitMin: displayYuan(product.limit.amountMin),
  limitMax: displayYuan(product.limit.amountMax),
  drawMin: displayYuan(product.draw.amountMin),
  drawMax: displayYuan(product.draw.amountMax),
  drawStep: displayYuan(product.draw.step),
  terms: `${product.terms.join('、')} 个月`,
  interestFirstMonthsMax: String(product.methods['interest-first']),
  penaltyTimes: String(Number(conventions.late.ratePercent) / 100),
  graceDays: String(conventions.late.graceDays),
  earlyPartMin: displayYuan(product.earlyPartMin),
  deferralDaysMax: String(product.deferral.daysMax),
  deferralDaysOverdueMax: String(product.deferral.daysOverdueMax),
  reviewOverdueDays: String(product.limitReview.daysOverdueMax),
  deferralTimesPerYear: String(product.deferral.timesPerYear),
  ageMin: String(product.age.min),
  retentionYears: String(product.retention.years),
  copyDays: String(product.dataCopy.days),
  ageMax: String(product.age.max),
} as const

/** The figures of a page that change from day to day. */
export type DayFigures = {
  /** The highest all-in cost of a loan of the day. */
  readonly costMax: string
  /** The service fees of the products by their names, as text. */
  readonly serviceFees: Readonly<Record<string, string>>
}
