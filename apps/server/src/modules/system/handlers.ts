import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '#caller.ts'
import type { Services } from '#services.ts'
import { keepLogEntries } from './keep-log-entries.ts'

export function systemHandlers(services: Services): Handlers<Callers>['system'] {
  return {
    time: async () => ({}),
    publicKey: async () => ({
      ...(await services.sealing.newest()),
      bodyForm: services.sealing.bodyForm,
    }),
    version: async () => ({ app: services.version, server: services.version }),
    log: ({ entries }, caller) => keepLogEntries(services, caller, entries),
    logError: ({ entries }, caller) => keepLogEntries(services, caller, entries),
    logByBeacon: (entry, caller) => keepLogEntries(services, caller, [{ level: 'info', ...entry }]),
  }
}
