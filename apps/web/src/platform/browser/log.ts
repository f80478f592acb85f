import { systemShapes } from '@qingzhou/contract/features/system'
import { callsOf } from '#platform/api/api.ts'

const system = callsOf('system', { logError: systemShapes.logError })

const DETAIL_MAX = 2000

/** Logs a problem on the server. Contains no personal data. */
export function logProblem(event: string, cause: unknown): void {
  const entry = {
    level: 'error' as const,
    event,
    page: window.location.hash.split('?')[0]?.slice(1, 120),
    detail: String(cause).slice(0, DETAIL_MAX),
  }
  // A failed log call is ignored.
  system.logError({ entries: [entry] }, { leaveOutcome: true }).catch(() => undefined)
}
