import { amendmentReasons, amendments } from '@qingzhou/contract/profile'
import { linkQuery } from '#platform/navigation.ts'
import type { Amendment, AmendmentReason } from './queries.ts'

/** What somebody came to change, and why, as the page before has put it into the address. */
export function amendmentInLink():
  | { readonly what: Amendment; readonly reason: AmendmentReason }
  | undefined {
  const query = linkQuery()
  const what = amendments.find((one) => one === query['what'])
  const reason = amendmentReasons.find((one) => one === query['reason'])
  return what && reason && { what, reason }
}
