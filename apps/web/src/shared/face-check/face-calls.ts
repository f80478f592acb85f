import { identityShapes } from '@qingzhou/contract/identity'
import { callsOf } from '#platform/api.ts'

const { checkModes, openFaceSession, faceChallenge, faceStartParams, faceResult } = identityShapes

/** The calls of a face check, which several features make. */
export const faces = callsOf('identity', {
  checkModes,
  openFaceSession,
  faceChallenge,
  faceStartParams,
  faceResult,
})
