import type { FaceReading } from '#face/face-reading.ts'
import type { FaceQuestion } from '#face/judge-faces.ts'
import { loneWorker } from '#lone-worker.ts'

export type { FaceAction, FaceReading } from '#face/face-reading.ts'

/** A face check that takes longer than this, networks loaded and all, will never be answered. */
const PATIENCE_MS = 60_000
const FRAMES_MAX = 12

// Half a second of a core for each picture, which a server's own thread could not spare.
const worker = loneWorker<FaceQuestion, FaceReading>(new URL('./face-worker.ts', import.meta.url), {
  patienceMs: PATIENCE_MS,
})

/**
 * Says whether the frames show the person on the portrait, and which actions they perform in them.
 * The portrait may be the whole front of an ID card. Never the only ground of a decision.
 */
export async function matchFaces({
  portrait,
  frames,
}: {
  portrait: Buffer
  frames: readonly Buffer[]
}): Promise<FaceReading> {
  if (frames.length > FRAMES_MAX) throw new Error(`A face check has at most ${FRAMES_MAX} frames.`)
  return worker.ask({ portrait, frames })
}

/** Gives back the memory of the networks; the next check loads them again. */
export function stopMatching(): Promise<void> {
  return worker.stop()
}
