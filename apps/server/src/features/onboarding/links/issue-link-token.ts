import { pages } from '@qingzhou/contract/pages'
import { minutesAfter } from '#platform/clock.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'
import { signInFigures } from '#platform/config/sign-in-figures.ts'
import { insertLinkToken } from './link-token-store.ts'
import { newToken } from '#platform/ids.ts'

type TokenOwner = {
  readonly customer: CustomerNo
  readonly phone: string
  readonly campaignNo?: string
}

/** Issues a one-time token that signs the customer in from a link sent to their own phone. */
export async function issueLinkToken(
  services: Pick<Services, 'vault' | 'now'> & { readonly database: Queryable },
  owner: TokenOwner,
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken()
  const expiresAt = minutesAfter(services.now(), signInFigures.linkToken.validMinutes)
  await insertLinkToken(services.database, services, { ...owner, token, expiresAt })
  return { token, expiresAt }
}

/** The channel of links that a phone opens in its own browser. */
export const BROWSER_CHANNEL = '000000000004'

type LinkTarget = {
  /** A page of the app; without it, the landing page. */
  readonly path?: string | undefined
  readonly channel?: string | undefined
  readonly uriId?: string | undefined
  readonly more?: Readonly<Record<string, string>>
}

/** A link into the app, as sent in a message or handed to a partner; relative to our own address. */
export function linkInto({ path, channel, uriId, more }: LinkTarget): string {
  const query = new URLSearchParams({ ...more, extendChannelCode: channel ?? BROWSER_CHANNEL })
  if (uriId !== undefined) query.set('uriId', uriId)
  return `/?${query.toString()}#${path ?? pages.landing}`
}

/** Whether a text is a path inside the app: no host, no query, no script. */
export function isAppPath(path: string): boolean {
  return /^\/[\w/]{1,60}$/.test(path) && !path.startsWith('//')
}
