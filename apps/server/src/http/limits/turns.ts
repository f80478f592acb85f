/** The turn of one body among those of its sender. */
export type Turn = {
  /** Resolves to true when it is this body's turn, to false when it was given up before. */
  readonly isReady: Promise<boolean>
  /** Ends the turn, or the wait for it. */
  leave(): void
}

type Limits = {
  readonly atOnceMax: number
  readonly waitingMax: number
}

type Queue = { running: number; readonly waiting: Set<(isReady: boolean) => void> }

/**
 * At most so many at once for each sender; further ones wait, first come, first served. A sender
 * delays only itself.
 */
export function createTurns({ atOnceMax, waitingMax }: Limits) {
  const queues = new Map<string, Queue>()

  return {
    /** Undefined if too many of this sender are waiting already. */
    take(sender: string): Turn | undefined {
      const queue = queues.get(sender) ?? { running: 0, waiting: new Set() }
      if (queue.running >= atOnceMax && queue.waiting.size >= waitingMax) return undefined
      queues.set(sender, queue)
      const { promise: isReady, resolve } = Promise.withResolvers<boolean>()
      queue.waiting.add(resolve)
      const advance = () => {
        for (const next of queue.waiting) {
          if (queue.running >= atOnceMax) break
          queue.waiting.delete(next)
          queue.running += 1
          next(true)
        }
        if (queue.running === 0) queues.delete(sender)
      }
      advance()
      let hasLeft = false
      return {
        isReady,
        leave() {
          if (hasLeft) return
          hasLeft = true
          if (queue.waiting.delete(resolve)) resolve(false)
          else queue.running -= 1
          advance()
        },
      }
    },
  }
}
