import { queryOptions } from '@tanstack/react-query'
import { type FacePurpose, identityShapes } from '@qingzhou/contract/identity'
import type { Output } from '@qingzhou/contract/shape'
import { callsOf } from '#platform/api/api.ts'
import { linkQuery } from '#platform/navigation/navigation.ts'
import { pollDelayMs } from '#shared/pages/poll.ts'

export type FaceOutcome = Output<typeof identityShapes.faceResult>

const NUMBER = /^[\w-]{8,64}$/

/** The check an address is about. */
export function faceSessionInLink(): string | undefined {
  const named = linkQuery()['faceSessionNo']
  return named !== undefined && NUMBER.test(named) ? named : undefined
}

/** What came of a check; without a number, of the one that is open for the credit application. */
export function faceOutcomeQuery(faceSessionNo: string | undefined, purpose: FacePurpose) {
  return queryOptions({
    queryKey: ['face-outcome', purpose, faceSessionNo ?? ''],
    queryFn: async ({ signal }) => {
      const options = { signal, quiet: true } as const
      const opened =
        faceSessionNo ?? (await faces.openFaceSession({ purpose }, options)).faceSessionNo
      return faces.faceResult({ faceSessionNo: opened }, options)
    },
    // Every look is for the newest attempt.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) =>
      state.data?.outcome === 'pending' ? pollDelayMs(state.dataUpdateCount) : false,
  })
}

const { checkModes, openFaceSession, faceChallenge, faceStartParams, faceResult } = identityShapes

/** The calls of a face check, which several features make. */
export const faces = callsOf('identity', {
  checkModes,
  openFaceSession,
  faceChallenge,
  faceStartParams,
  faceResult,
})
