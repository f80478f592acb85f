import { gradeRatesPpm } from '@qingzhou/domain/grade-rates'
import { lender } from '#platform/browser/config.ts'
import { routes } from '#app/routes.ts'
import { addressOf } from '#platform/navigation/navigation.ts'

/** Product facts that all pages share. */
export const product = {
  name: lender.product,
  sentence: '消费借款，息费明细先看清',
  rates: rateRange(),
  riskLine: '贷款有风险，请按需、量力借款',
  servicePhone: lender.servicePhone,
  serviceHours: lender.serviceHours,
  officialAccount: lender.officialAccount,
  wallet: '支付应用',
  messenger: '消息应用',
} as const

function rateRange(): string {
  const percents = Object.values(gradeRatesPpm).map((ppm) => Number(ppm) / 10_000)
  return `${Math.min(...percents).toFixed(2)}%–${Math.max(...percents).toFixed(2)}%`
}

/** The link to a page of help and service. */
export const toServicePage = (name: string) => `#${addressOf(routes.notices.servicePage, { name })}`

/** The page that lists all others. */
export const toHelp = toServicePage('help')
