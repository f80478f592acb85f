import * as z from 'zod/mini'

const shape = z.object({
  /** Where the phone's address as seen from outside can be asked for. */
  ipLookupUrl: z.optional(z.string()),
  version: z.optional(z.string()),
})

export type Config = z.output<typeof shape>

/** What the server wrote into the page it served. */
export function config(): Config {
  const meta = document.querySelector('meta[name="qingzhou-config"]')
  try {
    return z.parse(shape, JSON.parse(meta?.getAttribute('content') ?? '{}'))
  } catch {
    return {}
  }
}
