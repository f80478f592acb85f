/** The person left, or chose another way: what was under way ends here. */
export class Stopped extends Error {}

export function ensureGoing(signal: AbortSignal): void {
  if (signal.aborted) throw new Stopped()
}

export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(new Stopped())
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new Stopped())
    })
  })
}
