const TRIES = 4

/** Fetches a file of ours. After a break it continues where it stopped. */
export async function fetchResumed(url: string): Promise<Blob> {
  let parts: Uint8Array<ArrayBuffer>[] = []
  let from = 0
  for (let tries = 1; ; tries += 1) {
    try {
      const response = await fetch(url, { headers: from > 0 ? { range: `bytes=${from}-` } : {} })
      if (!response.ok || !response.body) throw new Error(`download: HTTP ${response.status}`)
      // The whole file, in answer to a request for the rest of it.
      if (from > 0 && response.status === 200) {
        parts = []
        from = 0
      }
      const reader = response.body.getReader()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return new Blob(parts, { type: response.headers.get('content-type') ?? '' })
        parts.push(value)
        from += value.length
      }
    } catch (error) {
      if (tries === TRIES) throw error
    }
  }
}
