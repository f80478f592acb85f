import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '#platform/caller.ts'
import type { Services } from '#platform/services.ts'
import { linkedApps, unlinkApp } from './linked-apps.ts'
import { endOwnSession, sessionsOf, signOut, signOutEverywhere } from './own-sessions.ts'

export function securityHandlers(services: Services): Handlers<Callers>['security'] {
  return {
    linkedApps: (_, caller) => linkedApps(services, caller),
    unlinkApp: (input, caller) => unlinkApp(services, caller, input),
    sessions: (_, caller) => sessionsOf(services, caller),
    endSession: (input, caller) => endOwnSession(services, caller, input),
    signOut: (_, caller) => signOut(services, caller),
    signOutEverywhere: (_, caller) => signOutEverywhere(services, caller),
  }
}
