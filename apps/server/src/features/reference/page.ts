import type { referenceShapes } from '@qingzhou/contract/features/reference'
import type { Output } from '@qingzhou/contract/wire/shape'
import { serviceFeeOn, serviceFeeWords } from '@qingzhou/domain/cost/service-fee'
import { productNames, productNos } from '@qingzhou/domain/product'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { findDownloadCampaign } from './download-store.ts'
import { agreementPages } from './pages/agreements.ts'
import { downloadPages } from './pages/downloads.ts'
import { feesPageOf } from './pages/fees.ts'
import { helpPage, safetyPage } from './pages/help.ts'
import { privacyPage } from './pages/privacy.ts'
import { accountPage, servicePages } from './pages/service.ts'

export type Page = Output<(typeof referenceShapes)['staticPage']>

const pages = new Map<string, Page>(
  [
    ...agreementPages,
    privacyPage,
    feesPageOf(),
    helpPage,
    safetyPage,
    ...servicePages,
    accountPage,
    ...downloadPages,
  ].map((page) => [page.name, page]),
)

/** Returns a static page by name. A download page has the headline and the addresses of its campaign. */
export async function staticPage(
  services: Pick<Services, 'database' | 'now' | 'officialAccountUrl'>,
  name: string,
): Promise<Page> {
  const page = pages.get(name)
  if (!page) throw new Refused({ kind: 'page-data-missing' })
  if (page === accountPage) return { ...page, qrAddress: services.officialAccountUrl }
  if (!downloadPages.includes(page)) return page
  const campaign = await findDownloadCampaign(services, name)
  if (!campaign) return page
  const { title = page.title, summary = page.summary, ios, android } = campaign
  return { ...page, title, summary, download: { ios, android } }
}

type Deps = Pick<
  Services,
  'serviceFees' | 'businessDate' | 'database' | 'now' | 'officialAccountUrl'
>

/** Returns the page on interest and fees, with the service fees of today. */
export async function feesPage(services: Deps): Promise<Page> {
  const { serviceFees: fees } = services
  if (fees.length === 0) return staticPage(services, 'fees')
  const today = await services.businessDate()
  const texts = productNos.flatMap((product): [string, string][] => {
    const fee = serviceFeeOn(today, { fees, product })
    return fee ? [[productNames[product], serviceFeeWords(fee)]] : []
  })
  return feesPageOf(Object.fromEntries(texts))
}

/** The version of a page that consents refer to: the date of its last change. */
export function pageVersion(name: string): string | undefined {
  return pages.get(name)?.updatedOn
}

/** The title of a page; its name if there is no such page any more. */
export function pageTitle(name: string): string {
  return pages.get(name)?.title ?? name
}
