import type { CDPSession } from '@playwright/test'

/** What a page has fetched from the network so far; the cache is not counted. */
export type PageLoad = { requests: number; bytes: number; scriptBytes: number }

/** Counts from now on. */
export async function countRequests(session: CDPSession): Promise<PageLoad> {
  const load: PageLoad = { requests: 0, bytes: 0, scriptBytes: 0 }
  const scripts = new Set<string>()
  const counted = new Set<string>()
  const cached = new Set<string>()
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const isLocal = response.fromDiskCache === true || !response.url.startsWith('http')
    if (isLocal || cached.has(requestId)) return
    counted.add(requestId)
    load.requests += 1
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => void cached.add(requestId))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!counted.has(requestId)) return
    load.bytes += encodedDataLength
    if (scripts.has(requestId)) load.scriptBytes += encodedDataLength
  })
  await session.send('Network.enable')
  return load
}
