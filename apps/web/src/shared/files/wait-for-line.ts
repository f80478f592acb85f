const PAUSES_MS = [1000, 2000, 4000, 8000, 15_000] as const

export interface LineWait {
  /** How often in a row it has broken off. */
  failures: number
  /** The server may have said when to come again. */
  waitSeconds: number | undefined
  signal: AbortSignal
}

/**
 * Until it is worth trying again: when the phone is back on the network, or, where it never knew
 * that it was off, after a pause that grows.
 */
export function waitForLine({ failures, waitSeconds = 0, signal }: LineWait): Promise<void> {
  return new Promise((resolve, reject) => {
    const grown = PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1] ?? 0
    const timer = navigator.onLine
      ? setTimeout(goOn, Math.max(grown, waitSeconds * 1000))
      : undefined
    window.addEventListener('online', goOn)
    signal.addEventListener('abort', leave)

    function goOn() {
      end()
      resolve()
    }
    function leave() {
      end()
      reject(new DOMException('The upload was left.', 'AbortError'))
    }
    function end() {
      clearTimeout(timer)
      window.removeEventListener('online', goOn)
      signal.removeEventListener('abort', leave)
    }
  })
}
