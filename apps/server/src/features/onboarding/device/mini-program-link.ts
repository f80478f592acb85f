import type { Caller } from '#platform/caller.ts'
import { phoneOf } from '#features/onboarding/customers/customer-store.ts'
import { issueLinkToken } from '#features/onboarding/links/issue-link-token.ts'
import { networkOf } from '#platform/network-of.ts'
import { requireAllowance } from '#platform/require-allowance.ts'
import type { Services } from '#platform/services.ts'

type Product = '103001' | '101001' | '900001'

/** The mini program's own pages, by product. */
const pages: Record<Product, string> = {
  '103001': 'pages/credit/index',
  '101001': 'pages/employee/index',
  '900001': 'pages/mall/index',
}

/** Rate limit: the messaging app grants one daily number of links to the whole lender. */
const PER_NETWORK_AND_MINUTE = 60

type Asked = { readonly prodSubNo: Product; readonly ip?: string | undefined }

/**
 * Returns a URL that opens the mini program at the page of the product. A signed-in customer is signed in
 * there too, by a one-time token.
 */
export async function miniProgramLink(
  services: Services,
  { channel, uriId, ip, session }: Caller,
  asked: Asked,
): Promise<{ urlScheme: string; page?: string | undefined }> {
  // The address that the browser found for itself is counted as well: many phones may share a proxy.
  const networks = new Set([ip, asked.ip ?? ip].map(networkOf))
  for (const network of networks) {
    await requireAllowance(services, {
      key: `mini-program-link:network:${network}`,
      limit: PER_NETWORK_AND_MINUTE,
      windowSeconds: 60,
    })
  }
  const { prodSubNo } = asked
  const query = new URLSearchParams({ prodSubNo, extendChannelCode: channel })
  if (uriId !== undefined) query.set('uriId', uriId)
  if (session) {
    const { customer } = session
    const phone = await phoneOf(services.database, services, customer)
    query.set('token', (await issueLinkToken(services, { customer, phone })).token)
  }
  const target = { path: pages[prodSubNo], query: query.toString() }
  return services.providers.messenger.miniProgramLink(target)
}
