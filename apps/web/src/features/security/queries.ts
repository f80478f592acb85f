import type { securityShapes } from '@qingzhou/contract/features/security'
import type { Output } from '@qingzhou/contract/wire/shape'
import { queryOptions } from '@tanstack/react-query'
import { security } from '#shared/sign-in/sign-out.tsx'

export type LinkedApp = Output<(typeof securityShapes)['linkedApps']>['apps'][number]
export type Session = Output<(typeof securityShapes)['sessions']>['sessions'][number]

export function linkedAppsQuery() {
  return queryOptions({
    queryKey: ['linked-apps'],
    queryFn: async ({ signal }) => security.linkedApps({}, { signal, quiet: true }),
    refetchOnMount: 'always',
  })
}

export function sessionsQuery() {
  return queryOptions({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => security.sessions({}, { signal, quiet: true }),
    refetchOnMount: 'always',
  })
}
