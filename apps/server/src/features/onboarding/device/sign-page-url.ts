import { createHash } from 'node:crypto'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { newNo } from '#platform/ids.ts'

/** Signs a URL of our own origin for the messaging app; refuses any other URL. */
export async function signPageUrl(
  { providers, publicOrigin, now }: Services,
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
