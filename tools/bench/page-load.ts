import type { CDPSession } from '@playwright/test'

/**
 * What a page has fetched from the network so far; the cache is not counted. The bytes of scripts are
 * without headers.
 */
export type PageLoad = { requests: number; bytes: number; scriptBytes: number }

/** Counts from now on. */
export async function countRequests(session: CDPSession): Promise<PageLoad> {
  const load: PageLoad = { requests: 0, bytes: 0, scriptBytes: 0 }
  const scriptHeaders = new Map<string, number>()
  const counted = new Set<string>()
  const cached = new Set<string>()
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const isLocal = response.fromDiskCache === true || !response.url.startsWith('http')
    if (isLocal || cached.has(requestId)) return
    counted.add(requestId)
    load.requests += 1
    if (type === 'Script') scriptHeaders.set(requestId, response.encodedDataLength)
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => void cached.add(requestId))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!counted.has(requestId)) return
    load.bytes += encodedDataLength
    const headers = scriptHeaders.get(requestId)
    if (headers !== undefined) load.scriptBytes += encodedDataLength - headers
  })
  await session.send('Network.enable')
  return load
}
