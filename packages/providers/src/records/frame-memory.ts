import { createHash } from 'node:crypto'
import type { Limiter } from '@qingzhou/platform/database/rate-limit-store'
import type { FrameMemory } from '#face/port.ts'

const REMEMBERED_SECONDS = 180 * 86_400

/**
 * Counts each frame once, for all customers and processes. Only keyed digests are stored, which say
 * nothing of a face. A camera never takes the same picture twice; a copy that was encoded again is
 * another picture here.
 */
export function createFrameMemory(limiter: Pick<Limiter, 'take'>): FrameMemory {
  return {
    async areNew(frames) {
      for (const frame of frames) {
        const key = `face-frame:${createHash('sha256').update(frame).digest('hex')}`
        const first = await limiter.take({ key, limit: 1, windowSeconds: REMEMBERED_SECONDS })
        if (!first.ok) return false
      }
      return true
    },
  }
}
