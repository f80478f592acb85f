/** Limits the number of concurrent tasks; the others wait in order. */
export function createQueue(atOnce: number) {
  const waiting: (() => void)[] = []
  let running = 0

  const leave = () => {
    const next = waiting.shift()
    // Pass the slot to the next waiter, so that a later caller cannot take it.
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
