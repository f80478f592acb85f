import { providerCalls } from '@qingzhou/provider-api/calls'
import type { Ask } from '#providers/signed-http.ts'
import type { FaceJudge } from './port.ts'

export function createFaceJudge(ask: Ask): FaceJudge {
  return {
    judge: ({ idNumber, portrait, frames, actions }) =>
      ask(providerCalls.face.judge, {
        idNumber,
        portrait: portrait.toString('base64'),
        frames: frames.map((frame) => frame.toString('base64')),
        actions: [...actions],
      }),
  }
}
