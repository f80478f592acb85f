import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '#platform/caller.ts'
import type { Services } from '#platform/services.ts'
import { saveLogEntries } from './save-log-entries.ts'

export function systemHandlers(services: Services): Handlers<Callers>['system'] {
  return {
    time: async () => ({}),
    publicKey: async () => ({
      ...(await services.sealing.newest()),
      bodyForm: services.sealing.bodyForm,
    }),
    version: async () => ({ app: services.version, server: services.version }),
    log: ({ entries }, caller) => saveLogEntries(services, caller, entries),
    logError: ({ entries }, caller) => saveLogEntries(services, caller, entries),
    logByBeacon: (entry, caller) => saveLogEntries(services, caller, [{ level: 'info', ...entry }]),
  }
}
