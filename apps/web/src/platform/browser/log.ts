import { calls } from '@qingzhou/contract/calls'
import { type LogEntry, systemShapes } from '@qingzhou/contract/features/system'
import { callsOf } from '#platform/api/api.ts'
import { addressWith } from '#platform/api/request.ts'

const system = callsOf('system', { log: systemShapes.log, logError: systemShapes.logError })

const DETAIL_MAX = 2000

/** Logs a problem on the server. Contains no personal data. */
export function logProblem(event: string, cause: unknown): void {
  if (document.visibilityState === 'hidden') return sendBeacon(event)
  const entry = { ...entryOf('error', event), detail: String(cause).slice(0, DETAIL_MAX) }
  // A failed log call is ignored.
  system.logError({ entries: [entry] }, { leaveOutcome: true }).catch(() => undefined)
}

/** Logs an event that is no error. */
export function logEvent(event: string, level: 'info' | 'warn' = 'info'): void {
  const entry = entryOf(level, event)
  system.log({ entries: [entry] }, { leaveOutcome: true }).catch(() => undefined)
}

function entryOf(level: LogEntry['level'], event: string): LogEntry {
  return { level, event, page: pageShown() }
}

function pageShown(): string | undefined {
  return window.location.hash.split('?')[0]?.slice(1, 120)
}

/** A page that is being left cannot finish a call; the browser still requests an image. */
function sendBeacon(event: string): void {
  const fields = { event, page: pageShown() }
  new Image().src = addressWith({ call: calls.system.logByBeacon, fields, common: {} })
}
