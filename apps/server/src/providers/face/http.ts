import { providerCalls } from '@qingzhou/provider-api/calls'
import type { Ask } from '#providers/signed-http.ts'
import type { FaceJudge } from './port.ts'

/** Eight frames take some seconds each on a small machine. */
const TIMEOUT_MS = 30_000

export function createFaceJudge(ask: Ask): FaceJudge {
  return {
    judge: ({ idNumber, portrait, frames, actions }) =>
      ask(
        providerCalls.face.judge,
        {
          idNumber,
          portrait: portrait.toString('base64'),
          frames: frames.map((frame) => frame.toString('base64')),
          actions: [...actions],
        },
        { timeoutMs: TIMEOUT_MS },
      ),
  }
}
