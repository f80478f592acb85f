import { useCallback, useState } from 'react'
import { attempt } from '#attempt.ts'
import { client } from '#client.ts'

type Moved = { readonly days: number; readonly failures: number }

export type Clock = ReturnType<typeof useClock>

/** The day the books are on. Kept by the desk itself, as a long move outlives a look at another tab. */
export function useClock() {
  const [businessDate, setBusinessDate] = useState<string>()
  const [moving, setMoving] = useState<number>()
  const [moved, setMoved] = useState<Moved>()

  const look = useCallback(
    () => attempt(async () => setBusinessDate((await client.businessDate()).businessDate)),
    [],
  )

  async function move(days: number): Promise<void> {
    setMoving(days)
    setMoved(undefined)
    await attempt(async () => {
      try {
        const { businessDate: reached, failures } = await client.moveBusinessDate(days)
        setBusinessDate(reached)
        setMoved({ days, failures })
      } catch (error) {
        // A move that broke off may have done some of its days.
        await look()
        throw error
      }
    })
    setMoving(undefined)
  }

  return { businessDate, moving, moved, look, move }
}
