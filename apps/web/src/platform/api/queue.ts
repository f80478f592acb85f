/** Lets at most so many pieces of work run at once; the rest wait in order. */
export function createQueue(atOnce: number) {
  const waiting: (() => void)[] = []
  let running = 0

  const leave = () => {
    const next = waiting.shift()
    // The place is handed on, so nobody who comes later can slip in between.
    if (next) next()
    else running -= 1
  }

  return async function queued<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
