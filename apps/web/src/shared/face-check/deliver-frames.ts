import type { Output } from '@qingzhou/contract/wire/shape'
import type { identityShapes } from '@qingzhou/contract/features/identity'
import { faces } from './face-outcome.ts'
import { type Frame, pause } from './take-frames.ts'

export type FaceOutcome = Output<typeof identityShapes.faceResult>

export type Delivery = {
  readonly faceSessionNo: string
  readonly faceToken: string
  readonly frames: Frame[]
}

const ASK_AGAIN_MS = 2000

/** Uploads the frames and waits for the result. A repeated upload returns the first result. */
export async function deliverFrames(
  { faceSessionNo, faceToken, frames }: Delivery,
  signal: AbortSignal,
): Promise<Exclude<FaceOutcome, { outcome: 'pending' }>> {
  const options = { signal, quiet: true } as const
  let outcome = await faces.faceResult({ faceSessionNo, faceToken, frames }, options)
  while (outcome.outcome === 'pending') {
    await pause(ASK_AGAIN_MS, signal)
    outcome = await faces.faceResult({ faceSessionNo }, options)
  }
  return outcome
}
