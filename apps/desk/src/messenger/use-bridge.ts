import { useEffect, useState } from 'react'
import { client } from '#client.ts'
import type { BridgePayment } from '#client.ts'
import type { Phone } from '#phone/use-phone.ts'
import { FAILED, lendBridge } from './lend-bridge.ts'
import type { BridgeWord } from './lend-bridge.ts'

/** Often enough that no page asks for its bridge in vain. */
const LOOK_EVERY_MS = 200

type Shown = BridgePayment & {
  readonly order: object
  readonly answer: (word: BridgeWord) => void
}

/** Gives the phone the messaging app's bridge while it plays that app, and holds what is to be paid. */
export function useBridge({ frame, visit }: Phone) {
  const [shown, setShown] = useState<Shown>()
  const isMessenger = visit.browser === 'messenger'

  useEffect(() => {
    if (!isMessenger) return undefined
    async function show(order: object, answer: (word: BridgeWord) => void) {
      try {
        setShown({ ...(await client.bridgePayment(order)), order, answer })
      } catch {
        // The sandbox takes only what the lender has signed; the app would say no more than this.
        answer(FAILED)
      }
    }
    const look = () => {
      const view = frame.current?.contentDocument?.defaultView
      if (view) lendBridge(view, (order, answer) => void show(order, answer))
    }
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [frame, isMessenger])

  async function decide(decision: 'pay' | 'cancel') {
    if (!shown) return
    setShown(undefined)
    shown.answer(await client.decideBridgePayment(shown.order, decision).catch(() => FAILED))
  }

  return { shown, decide }
}
