import { createHash } from 'node:crypto'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { newNo } from '@qingzhou/platform/ids'
import { networkOf, type Caller } from '@qingzhou/platform/caller'
import { getPhone } from '#features/onboarding/customers/customer-store.ts'
import { issueLinkToken } from '#features/onboarding/links/link-token.ts'
import { requireAllowance } from '@qingzhou/platform/network-allowance'

/** Signs a URL of our own origin for the messaging app; refuses any other URL. */
export async function signPageUrl(
  { providers, publicOrigin, now }: Pick<Services, 'now' | 'providers' | 'publicOrigin'>,
  { url }: { readonly url: string },
): Promise<{ appId: string; timestamp: number; nonceStr: string; signature: string }> {
  const page = ownPage(publicOrigin, url)
  const { ticket, appId } = await providers.messenger.pageTicket()
  const timestamp = Math.floor(now().getTime() / 1_000)
  const nonceStr = newNo(12)
  const signature = pageSignature({ ticket, nonceStr, timestamp, page })
  return { appId, timestamp, nonceStr, signature }
}

/**
 * The signature as the messaging app computes it: these four values in this order, without the
 * fragment.
 */
export function pageSignature(parts: {
  readonly ticket: string
  readonly nonceStr: string
  readonly timestamp: number
  readonly page: string
}): string {
  const { ticket, nonceStr, timestamp, page } = parts
  const text = `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${page}`
  return createHash('sha1').update(text).digest('hex')
}

function ownPage(publicOrigin: string, url: string): string {
  const parsed = URL.parse(url)
  // The prefix of the raw text is checked too: a browser may read the text as another host.
  if (parsed?.origin === publicOrigin && url.startsWith(`${publicOrigin}/`)) {
    return url.split('#', 1).join('')
  }
  throw new Refused({ kind: 'field-invalid', message: '只能为本站页面签名' })
}

type Product = '103001' | '101001' | '900001'

/** The mini program's own pages, by product. */
const pages: Record<Product, string> = {
  '103001': 'pages/credit/index',
  '101001': 'pages/employee/index',
  '900001': 'pages/mall/index',
}

/** Rate limit: the messaging app grants one daily number of links to the whole lender. */
const PER_NETWORK_AND_MINUTE = 60

type MiniProgramInput = { readonly prodSubNo: Product; readonly ip?: string | undefined }

/**
 * Returns a URL that opens the mini program at the page of the product. A signed-in customer is signed in
 * there too, by a one-time token.
 */
export async function miniProgramLink(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'now' | 'providers'>,
  { linkChannel, uriId, ip, session }: Caller,
  input: MiniProgramInput,
): Promise<{ urlScheme: string; page?: string | undefined }> {
  // The address that the browser names is not counted: it could use up that of another network.
  await requireAllowance(services, {
    key: `mini-program-link:network:${networkOf(ip)}`,
    limit: PER_NETWORK_AND_MINUTE,
    windowSeconds: 60,
  })
  const { prodSubNo } = input
  const query = new URLSearchParams({ prodSubNo, extendChannelCode: linkChannel })
  if (uriId !== undefined) query.set('uriId', uriId)
  if (session) {
    const { customer } = session
    const phone = await getPhone(services.database, services, customer)
    query.set('token', (await issueLinkToken(services, { customer, phone })).token)
  }
  const target = { path: pages[prodSubNo], query: query.toString() }
  return services.providers.messenger.miniProgramLink(target)
}
