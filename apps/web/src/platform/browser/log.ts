import { systemShapes } from '@qingzhou/contract/system'
import { callsOf } from '#platform/api/api.ts'

const system = callsOf('system', { logError: systemShapes.logError })

const DETAIL_MAX = 2000

/** Tells the server of a problem that is not shown. Says what happened, never to whom. */
export function logProblem(event: string, cause: unknown): void {
  const entry = {
    level: 'error' as const,
    event,
    page: window.location.hash.split('?')[0]?.slice(1, 120),
    detail: String(cause).slice(0, DETAIL_MAX),
  }
  // A log that cannot be sent is no reason to disturb anybody.
  system.logError({ entries: [entry] }, { leaveOutcome: true }).catch(() => undefined)
}
