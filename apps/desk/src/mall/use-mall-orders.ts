import { useEffect, useState } from 'react'
import { attempt } from '#attempt.ts'
import { client } from '#client.ts'
import type { MallMark, MallOrder } from '#client.ts'

const LOOK_EVERY_MS = 2_000

/** The mall's own book, looked at again and again while it is shown, and what is done in it. */
export function useMallOrders() {
  const [orders, setOrders] = useState<readonly MallOrder[]>()

  useEffect(() => {
    let isShown = true
    async function look() {
      try {
        const found = await client.mallOrders()
        if (isShown) setOrders(found.orders)
      } catch {
        // The sandbox may be starting anew; the next look finds it.
        return
      }
    }
    void look()
    const timer = setInterval(() => void look(), LOOK_EVERY_MS)
    return () => {
      isShown = false
      clearInterval(timer)
    }
  }, [])

  async function mark(orderNo: string, as: MallMark): Promise<void> {
    await attempt(async () => {
      await client.markMallOrder(orderNo, as)
      const found = await client.mallOrders()
      setOrders(found.orders)
    })
  }

  return { orders, mark }
}
