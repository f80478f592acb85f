import { Refused } from '#refused.ts'

const WAIT_SECONDS = 10

/**
 * Limits how much memory-intensive work runs at once. Other work waits. Each owner may have only a
 * few pieces running or waiting, so that one owner cannot block the others.
 */
export function createConcurrencyLimit({
  atOnce,
  ofOneOwner,
}: {
  readonly atOnce: number
  readonly ofOneOwner: number
}): <T>(owner: string, work: () => Promise<T>) => Promise<T> {
  let free = atOnce
  const waiting: (() => void)[] = []
  const here = new Map<string, number>()

  return async (owner, work) => {
    const others = here.get(owner) ?? 0
    if (others >= ofOneOwner) {
      throw new Refused({ kind: 'too-many-requests', waitSeconds: WAIT_SECONDS })
    }
    here.set(owner, others + 1)
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    else free -= 1
    try {
      return await work()
    } finally {
      leave(here, owner)
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

function leave(here: Map<string, number>, owner: string): void {
  const left = (here.get(owner) ?? 1) - 1
  if (left === 0) here.delete(owner)
  else here.set(owner, left)
}
