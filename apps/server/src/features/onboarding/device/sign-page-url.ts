import { createHash } from 'node:crypto'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { newNo } from '#platform/ids.ts'

/** Signs one of our own pages for the messenger; for any other page the answer is no. */
export async function signPageUrl(
  { providers, publicOrigin, now }: Services,
  { url }: { readonly url: string },
): Promise<{ appId: string; timestamp: number; nonceStr: string; signature: string }> {
  const page = ownPage(publicOrigin, url)
  const ticket = await providers.messenger.pageTicket()
  const timestamp = Math.floor(now().getTime() / 1_000)
  const nonceStr = newNo(12)
  const signature = pageSignature({ ticket, nonceStr, timestamp, page })
  return { appId: providers.messenger.appId, timestamp, nonceStr, signature }
}

/** What the messenger computes too: these four, in this order, without the part after the hash. */
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
  // A text that a browser would read as another host must not pass as ours, so the text itself counts.
  if (parsed?.origin === publicOrigin && url.startsWith(`${publicOrigin}/`)) {
    return url.split('#', 1).join('')
  }
  throw new Refused({ kind: 'field-invalid', message: '只能为本站页面签名' })
}
