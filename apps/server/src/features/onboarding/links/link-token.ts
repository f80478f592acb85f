import type { Caller } from '@qingzhou/platform/caller'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { isBankPartnerKnown, isLinkKnown } from './link-store.ts'
import { pages } from '@qingzhou/contract/pages'
import { minutesAfter } from '@qingzhou/platform/clock'
import { newToken, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import { signInFigures } from '@qingzhou/platform/config/sign-in-figures'
import { insertLinkToken, consumeLinkToken } from './link-token-store.ts'
import { signInAs, type SignedIn } from '#features/onboarding/sign-in/sign-in-as.ts'

type Deps = Pick<Services, 'database' | 'now'>

/** Refuses a link whose campaign is unknown or has ended. A link without a campaign is accepted. */
export async function requireKnownLink(services: Deps, caller: Caller): Promise<void> {
  const { linkChannel: channel, uriId } = caller
  if (uriId === undefined) return
  if (!(await isLinkKnown(services, { channel, uriId })))
    throw new Refused({ kind: 'link-unknown' })
}

export async function requireBankPartner(services: Deps, code: string): Promise<void> {
  if (await isBankPartnerKnown(services, code)) return
  throw new Refused({ kind: 'bank-partner-link-unknown' })
}

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

/**
 * Exchanges a link token for a session. Returns the same error for a used, expired, unknown or
 * foreign token.
 */
export async function redeemLinkToken(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'today'>,
  caller: Caller,
  link: { readonly linkToken: string; readonly mobile?: string | undefined },
): Promise<SignedIn> {
  await requireKnownLink(services, caller)
  return signInAs(services, caller, async (tx) => {
    const token = { token: link.linkToken, phone: link.mobile }
    const customer = await consumeLinkToken(tx, services, token)
    if (!customer) throw new Refused({ kind: 'link-token-invalid' })
    return { customer, isNew: false }
  })
}
