import type { LogEntry } from '@qingzhou/contract/system'
import type { Caller } from '#platform/caller.ts'
import { networkOf } from '#platform/network-of.ts'
import type { Services } from '#platform/services.ts'
import { maskPersonalData } from './mask-personal-data.ts'

/** Lines, not calls: one call brings up to twenty. */
const LINES_PER_IP_AND_MINUTE = 120

/**
 * Puts a client's lines among our own, with nothing left in them that says who it was. Past so many
 * they are dropped without a word: nobody who means well would act on a refusal.
 */
export async function saveLogEntries(
  { log, limiter }: Services,
  { ip }: Caller,
  entries: readonly LogEntry[],
): Promise<Record<string, never>> {
  const key = `log:ip:${networkOf(ip)}`
  const taken = await limiter.take({
    key,
    limit: LINES_PER_IP_AND_MINUTE,
    windowSeconds: 60,
    cost: entries.length,
  })
  if (!taken.ok) return {}

  for (const { level, event, ...texts } of entries) {
    const fields: Record<string, string> = { event: maskPersonalData(event) }
    for (const [name, text] of Object.entries(texts)) {
      if (text !== undefined) fields[name] = maskPersonalData(text)
    }
    log[level]('client', fields)
  }
  return {}
}
