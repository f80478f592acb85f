import { amendmentOf, type AmendmentAsked } from '@qingzhou/contract/profile'
import { linkQuery } from '#platform/navigation.ts'

/** What somebody came to change, and why, as the page before has put it into the address. */
export function amendmentInLink(): AmendmentAsked | undefined {
  return amendmentOf(linkQuery()['amendment'] ?? '')
}
