import type { BoundCard } from '@qingzhou/contract/cards'
import type { cardsShapes } from '@qingzhou/contract/cards'
import type { Output } from '@qingzhou/contract/shape'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '#platform/api-error.ts'
import { cards } from '#shared/cards-queries.ts'
import { nextPoll } from '#shared/poll.ts'
import { forgetUnderWay, keepUnderWay, underWayBefore } from './binding-under-way.ts'

type BankAnswer = Output<typeof cardsShapes.bind>

export type BankAnswers = {
  readonly onBound: (card: BoundCard) => void
  readonly onDeclined: (reason: string) => void
  /** The bank never had the code, or knows nothing of it any more. */
  readonly onLost: () => void
}

/** Waits for the bank, and asks less and less often how far it is. */
export function useBankAnswer(draft: string, { onBound, onDeclined, onLost }: BankAnswers) {
  const [underWay, setUnderWay] = useState(() => underWayBefore(draft))
  const bindingNo = underWay?.bindingNo

  function begin(begun: string) {
    const binding = { bindingNo: begun, since: Date.now() }
    keepUnderWay(draft, binding)
    setUnderWay(binding)
  }

  const settle = useEffectEvent((answer: BankAnswer | 'lost') => {
    forgetUnderWay(draft)
    setUnderWay(undefined)
    if (answer === 'lost' || answer.state === 'codeSent') onLost()
    else if (answer.state === 'bound') onBound(answer.card)
    else if (answer.state === 'declined') onDeclined(answer.reason)
  })

  useEffect(() => {
    if (bindingNo === undefined) return undefined
    const leaving = new AbortController()
    void watch(bindingNo, leaving.signal).then((answer) => answer && settle(answer))
    return () => leaving.abort()
  }, [bindingNo])

  return { underWay, begin }
}

/** Asks until the bank has decided; nothing when the screen was left meanwhile. */
async function watch(
  bindingNo: string,
  signal: AbortSignal,
): Promise<BankAnswer | 'lost' | undefined> {
  for (let asked = 0; !signal.aborted; asked += 1) {
    await nextPoll(asked, signal)
    if (signal.aborted) return undefined
    const answer = await askBank(bindingNo, signal)
    if (answer !== 'unknown' && (answer === 'lost' || answer.state !== 'processing')) return answer
  }
  return undefined
}

/** A refusal means that nothing is under way any more; a poor line means nothing at all. */
async function askBank(bindingNo: string, signal: AbortSignal) {
  try {
    return await cards.bind({ bindingNo }, { signal, quiet: true })
  } catch (error) {
    const isLost = error instanceof ApiError && !['network', 'timeout', 'http'].includes(error.code)
    return isLost ? 'lost' : 'unknown'
  }
}
