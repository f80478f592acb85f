import type { referenceShapes } from '@qingzhou/contract/features/reference'
import type { Output } from '@qingzhou/contract/wire/shape'
import { costCap } from '@qingzhou/domain/cost/cost-cap'
import { serviceFeeOn, serviceFeeWords } from '@qingzhou/domain/cost/service-fee'
import { displayRate } from '@qingzhou/domain/money/rate'
import { productNames, productNos } from '@qingzhou/domain/product'
import { readDatedRows } from '@qingzhou/lending/index'
import { lender } from '@qingzhou/platform/config/brand'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { findDownloadCampaign } from './download-store.ts'
import { agreementPages } from './pages/agreements.ts'
import { downloadPages } from './pages/downloads.ts'
import type { DayFigures } from './pages/facts.ts'
import { feesPage } from './pages/fees.ts'
import { helpPage, safetyPage } from './pages/help.ts'
import { privacyPage } from './pages/privacy.ts'
import { accountPage, servicePages } from './pages/service.ts'

export type Page = Output<(typeof referenceShapes)['staticPage']>

/** A page whose text is written for a day. */
export type DayPage = Pick<Page, 'name' | 'title' | 'updatedOn'> & {
  readonly writeOn: (figures: DayFigures) => Pick<Page, 'summary' | 'blocks'>
}

const pages = new Map<string, Page | DayPage>(
  [
    ...agreementPages,
    privacyPage,
    feesPage,
    helpPage,
    safetyPage,
    ...servicePages,
    accountPage,
    ...downloadPages,
  ].map((page) => [page.name, page]),
)

type Deps = Pick<
  Services,
  'serviceFees' | 'businessDate' | 'database' | 'now' | 'officialAccountUrl'
>

/** Returns a static page by name. A download page has the headline and the addresses of its campaign. */
export async function staticPage(services: Deps, name: string): Promise<Page> {
  const page = pages.get(name)
  if (!page) throw new Refused({ kind: 'page-data-missing' })
  if ('writeOn' in page) {
    const { writeOn, ...head } = page
    return { ...head, ...writeOn(await readDayFigures(services)) }
  }
  if (page === accountPage) return { ...page, qrAddress: services.officialAccountUrl }
  if (!downloadPages.includes(page)) return page
  const campaign = await findDownloadCampaign(services, name)
  if (!campaign) return page
  const { title = page.title, summary = page.summary, ios, android } = campaign
  return { ...page, title, summary, download: { ios, android } }
}

/** The cost cap and the service fees of today. */
async function readDayFigures({
  database,
  serviceFees: fees,
  businessDate,
}: Deps): Promise<DayFigures> {
  const [today, dated] = await Promise.all([businessDate(), readDatedRows(database)])
  const texts = productNos.flatMap((product): [string, string][] => {
    const fee = serviceFeeOn(today, { fees, product })
    return fee ? [[productNames[product], serviceFeeWords(fee)]] : []
  })
  const { ppm } = costCap(lender.kind, { on: today, dated })
  return { costMax: displayRate(ppm), serviceFees: Object.fromEntries(texts) }
}

/** The version of a page that consents refer to: the date of its last change. */
export function pageVersion(name: string): string | undefined {
  return pages.get(name)?.updatedOn
}

/** The title of a page; its name if there is no such page any more. */
export function pageTitle(name: string): string {
  return pages.get(name)?.title ?? name
}
