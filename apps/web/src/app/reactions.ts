import { toast } from '@qingzhou/ui/overlays'
import { ApiError } from '#platform/api/api-error.ts'
import { startAuthorisation } from '#platform/session/authorisation.ts'
import { clearSession } from '#platform/session/session.ts'
import { clearStaffSession } from '#platform/session/staff-session.ts'
import { type Reaction, reactionTo, wrong } from './guards/outcome-places.ts'

/** Performs a reaction and returns the address to open, if any. */
export function react(reaction: Reaction): Promise<string | undefined> {
  const { to, say, forget, forgetStaff, authorise } = reaction
  if (say !== undefined) toast(say, { survivesNavigation: to !== undefined })
  if (forget) clearSession()
  if (forgetStaff) clearStaffSession()
  if (!authorise) return Promise.resolve(to)
  startAuthorisation('wallet', authorise.wanted)
  // The browser is leaving the page; open nothing else.
  return new Promise(() => undefined)
}

/** Returns the target for a failed step check. A network error is rethrown. */
export async function targetAfter(
  error: unknown,
  { at, search = '' }: { readonly at: string; readonly search?: string },
): Promise<string | undefined> {
  if (!(error instanceof ApiError) || isTransient(error)) throw error
  const { outcome, requestId } = error
  if (!outcome || outcome.kind === 'stepWanted') return wrong({ reason: 'server', requestId })
  return react(reactionTo(outcome, { at, search, during: 'stepCheck', requestId }))
}

export function isTransient({ code }: ApiError): boolean {
  return code === 'network' || code === 'timeout'
}
