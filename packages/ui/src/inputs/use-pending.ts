import { useRef, useState } from 'react'

export type Work = () => void | Promise<unknown>

/**
 * Runs one piece of work at a time and says whether it is under way.
 *
 * The ref refuses a second press in the same frame, before React has drawn the busy state.
 * A rejection is passed on untouched, so that the app's fault reporter hears of it.
 */
export function usePending() {
  const isRunning = useRef(false)
  const [isPending, setPending] = useState(false)

  async function run(work: Work) {
    if (isRunning.current) return
    const outcome = work()
    if (!outcome) return

    isRunning.current = true
    setPending(true)
    try {
      await outcome
    } finally {
      isRunning.current = false
      setPending(false)
    }
  }

  return { isPending, run }
}
