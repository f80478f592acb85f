import type { Caller } from '#caller.ts'
import type { Services } from '#services.ts'

type Product = '103001' | '101001' | '900001'

/** The mini program's own pages, by product. */
const pages: Record<Product, string> = {
  '103001': 'pages/credit/index',
  '101001': 'pages/employee/index',
  '900001': 'pages/mall/index',
}

/** An address that opens the mini program at the product's page. */
export async function miniProgramLink(
  { providers }: Services,
  { channel, uriId }: Caller,
  { prodSubNo }: { readonly prodSubNo: Product },
): Promise<{ urlScheme: string }> {
  const query = new URLSearchParams({ prodSubNo, extendChannelCode: channel })
  if (uriId !== undefined) query.set('uriId', uriId)
  const target = { path: pages[prodSubNo], query: query.toString() }
  return { urlScheme: await providers.messenger.miniProgramLink(target) }
}
