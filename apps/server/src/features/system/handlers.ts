import type { LogEntry } from '@qingzhou/contract/features/system'
import { networkOf, type Caller, type Callers } from '@qingzhou/platform/caller'
import type { Services } from '#services.ts'
import type { Handlers } from '@qingzhou/contract/shapes'

const TEXT_MAX = 2000

/** Patterns of personal data and their replacements, longest first. */
const patterns: readonly (readonly [RegExp, string])[] = [
  // The lookbehind matches only at the start of a word, which avoids quadratic time.
  [/(?<![\w.%+-])[\w.%+-]+@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g, '[mail]'],
  [/(?<![\dA-Za-z])\d{6}[ .-]?\d{8}[ .-]?\d{3}[\dXx](?![\dA-Za-z])/g, '[id]'],
  [/(?<!\d)\d{4}(?:[ .-]?\d{4}){2,3}[ .-]?\d{2,4}(?!\d)/g, '[card]'],
  [/(?<!\d)(?:\+?86[ .-]?)?1[3-9]\d[ .-]?\d{4}[ .-]?\d{4}(?!\d)/g, '[phone]'],
  [
    /\b(token|password|code|secret|authorization|cookie)(["']?\s*[=:]\s*["']?)[^\s"'&,;]+/gi,
    '$1$2[hidden]',
  ],
  [/[\w-]{32,}/g, '[token]'],
]

/**
 * Masks personal data by pattern: a client's log can contain anything. Full-width digits, as typed
 * on Chinese keyboards, are normalised first. The text is cut before and after, because one
 * character may expand to eighteen.
 */
export function maskPersonalData(text: string): string {
  return patterns.reduce(
    (masked, [pattern, instead]) => masked.replace(pattern, instead),
    text.slice(0, TEXT_MAX).normalize('NFKC').slice(0, TEXT_MAX),
  )
}

/** Lines, not calls: one call brings up to twenty. */
const LINES_PER_IP_AND_MINUTE = 120

/**
 * Writes a client's log lines to our log with personal data masked. Above the limit lines are
 * dropped silently: no client would act on a refusal.
 */
async function saveLogEntries(
  { log, limiter }: Pick<Services, 'limiter' | 'log'>,
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

export function systemHandlers(
  services: Pick<Services, 'limiter' | 'sealing' | 'log' | 'version'>,
): Handlers<Callers>['system'] {
  return {
    time: async () => ({}),
    publicKey: async () => ({
      ...(await services.sealing.newest()),
      bodyForm: services.sealing.bodyForm,
    }),
    clientIp: async (_, { ip }) => ({ ip }),
    version: async () => ({ app: services.version, server: services.version }),
    log: ({ entries }, caller) => saveLogEntries(services, caller, entries),
    logError: ({ entries }, caller) => saveLogEntries(services, caller, entries),
    logByBeacon: (entry, caller) => saveLogEntries(services, caller, [{ level: 'info', ...entry }]),
  }
}
