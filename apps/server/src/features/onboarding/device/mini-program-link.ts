import type { Caller } from '#platform/caller.ts'
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

/** Returns a URL that opens the mini program at the page of the product. */
export async function miniProgramLink(
  services: Services,
  { channel, uriId, ip }: Caller,
  { prodSubNo }: { readonly prodSubNo: Product },
): Promise<{ urlScheme: string }> {
  await requireAllowance(services, {
    key: `mini-program-link:network:${networkOf(ip)}`,
    limit: PER_NETWORK_AND_MINUTE,
    windowSeconds: 60,
  })
  const query = new URLSearchParams({ prodSubNo, extendChannelCode: channel })
  if (uriId !== undefined) query.set('uriId', uriId)
  const target = { path: pages[prodSubNo], query: query.toString() }
  return { urlScheme: await services.providers.messenger.miniProgramLink(target) }
}
