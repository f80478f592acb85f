import { routes } from '@qingzhou/web/src/app/routes.ts'

export const {
  onboarding,
  identity,
  cards,
  credit,
  loans,
  repayment,
  agreements,
  notices,
  evidence,
  staff,
  waiver,
  restructure,
  'rate-cuts': rateCuts,
  settlement,
  mall,
  profile,
  security,
  account,
  'limit-cancellation': limitCancellation,
  'data-copies': dataCopies,
  'bureau-reports': bureauReports,
  downloads,
} = routes

type Pairs = Readonly<Record<string, string>>

/** A screen's address as in a link. */
export function at(screen: { readonly path: string }, query: Pairs = {}): string {
  const pairs = new URLSearchParams(query).toString()
  return pairs === '' ? `/#${screen.path}` : `/#${screen.path}?${pairs}`
}
