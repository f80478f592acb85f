import { queryOptions } from '@tanstack/react-query'
import { type FacePurpose, identityShapes } from '@qingzhou/contract/features/identity'
import type { Output } from '@qingzhou/contract/wire/shape'
import { callsOf } from '#platform/api/api.ts'
import { linkQuery } from '#platform/navigation/navigation.ts'
import { pollDelayMs } from '#shared/pages/timers.ts'

export type FaceOutcome = Output<typeof identityShapes.faceResult>

const NUMBER = /^[\w-]{8,64}$/

/** The check an address names. */
export function faceSessionInLink(): string | undefined {
  const named = linkQuery()['faceSessionNo']
  return named !== undefined && NUMBER.test(named) ? named : undefined
}

/** Query of a check's result; without a number, of the open check of the application or a draw. */
export function faceOutcomeQuery(
  faceSessionNo: string | undefined,
  purpose: FacePurpose,
  businessNo?: string,
) {
  return queryOptions({
    queryKey: ['face-outcome', purpose, faceSessionNo ?? '', businessNo ?? ''],
    queryFn: async ({ signal }) => {
      const options = { signal, quiet: true } as const
      const opened =
        faceSessionNo ??
        (await faces.openFaceSession({ purpose, businessNo }, options)).faceSessionNo
      return faces.faceResult({ faceSessionNo: opened }, options)
    },
    // Every request must return the newest attempt.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) =>
      isOpen(state.data) ? pollDelayMs(state.dataUpdateCount) : false,
  })
}

function isOpen(outcome: FaceOutcome | undefined): boolean {
  return outcome?.outcome === 'pending' || outcome?.outcome === 'review'
}

const { checkModes, openFaceSession, faceChallenge, faceStartParams, faceResult } = identityShapes

/** The face calls, used by several features. */
export const faces = callsOf('identity', {
  checkModes,
  openFaceSession,
  faceChallenge,
  faceStartParams,
  faceResult,
})
