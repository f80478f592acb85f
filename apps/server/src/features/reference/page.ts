import type { referenceShapes } from '@qingzhou/contract/features/reference'
import type { Output } from '@qingzhou/contract/wire/shape'
import { serviceFeeOn, serviceFeeWords } from '@qingzhou/domain/loans/service-fee'
import { productNames, productNos } from '@qingzhou/domain/product'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { agreementPages } from './pages/agreements.ts'
import { downloadPages } from './pages/downloads.ts'
import { feesPageOf } from './pages/fees.ts'
import { helpPage } from './pages/help.ts'
import { privacyPage } from './pages/privacy.ts'
import { safetyPage } from './pages/safety.ts'
import { servicePages } from './pages/service.ts'

export type Page = Output<(typeof referenceShapes)['staticPage']>

const pages = new Map<string, Page>(
  [
    ...agreementPages,
    privacyPage,
    feesPageOf(),
    helpPage,
    safetyPage,
    ...servicePages,
    ...downloadPages,
  ].map((page) => [page.name, page]),
)

/** Returns a static page by name. */
export function staticPage(name: string): Page {
  const page = pages.get(name)
  if (!page) throw new Refused({ kind: 'page-data-missing' })
  return page
}

type Deps = Pick<Services, 'serviceFees' | 'businessDate'>

/** Returns the page on interest and fees, with the service fees of today. */
export async function feesPage({ serviceFees: fees, businessDate }: Deps): Promise<Page> {
  if (fees.length === 0) return staticPage('fees')
  const today = await businessDate()
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
