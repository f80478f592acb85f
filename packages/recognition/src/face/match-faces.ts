import type { FaceAction, FaceQuestion, FaceReading } from '#face/judge-faces.ts'
import { workerThread } from '#worker-thread.ts'

export type { FaceAction, FaceReading } from './judge-faces.ts'

/** A face check that takes longer than this, including loading the networks, has failed. */
const PATIENCE_MS = 60_000
const FRAMES_MAX = 12

// Each picture takes half a second of a core, too long for the server's main thread.
const worker = workerThread<FaceQuestion, FaceReading>(
  new URL('./face-worker.ts', import.meta.url),
  {
    patienceMs: PATIENCE_MS,
  },
)

/**
 * Whether the frames show the person on the portrait, and which actions they perform. The portrait
 * may be the whole front of an ID card. With requested actions, only those count that are performed
 * one per frame in their order, after a face at rest. Never decide on this result alone.
 */
export async function matchFaces(
  { portrait, frames, actions }: MatchQuestion,
  signal?: AbortSignal,
): Promise<FaceReading> {
  if (frames.length > FRAMES_MAX) throw new Error(`a face check has at most ${FRAMES_MAX} frames`)
  return worker.ask({ portrait, frames, ...(actions && { actions }) }, signal)
}

type MatchQuestion = {
  readonly portrait: Buffer
  readonly frames: readonly Buffer[]
  readonly actions?: readonly FaceAction[]
}

/** Loads the networks in the background, for a check that is about to come. */
export function loadMatching(): void {
  worker.load()
}

/** Frees the memory of the networks; the next check loads them again. */
export function stopMatching(): Promise<void> {
  return worker.stop()
}
