import { loadOnce } from '@qingzhou/platform/load-once'
import { ProviderOutage } from '@qingzhou/platform/provider-fault'
import type { Bulkhead } from '#bulkhead.ts'
import type { FaceJudge, FrameMemory } from './port.ts'

const PATH = 'embedded-face'

/**
 * Compares faces with the engine that ships with the product, in a thread of this process. It looks
 * at pictures alone: it does not notice a screen, a mask or a generated face that performs the
 * requested actions.
 */
export function createEmbeddedFaceJudge({
  bulkhead,
  timeoutMs,
  memory,
}: {
  readonly bulkhead: Bulkhead
  readonly timeoutMs: number
  readonly memory: FrameMemory
}): FaceJudge {
  const engine = loadOnce(() => import('@qingzhou/recognition/face/match-faces'))
  return {
    judge: async ({ portrait, frames, actions }) => {
      if (!(await memory.areNew(frames))) return { outcome: 'replayed', performed: [] }
      const reading = await bulkhead.run(PATH, async () =>
        (await engine())
          .matchFaces({ portrait, frames, actions }, AbortSignal.timeout(timeoutMs))
          .catch(throwOutage),
      )
      if (!('distance' in reading)) return { outcome: reading.outcome, performed: [] }
      const { outcome, distance, performed } = reading
      return { outcome, distance, performed }
    },
  }
}

function throwOutage(cause: unknown): never {
  throw new ProviderOutage(PATH, 'not judged', cause)
}
