import type { Money } from '@qingzhou/domain/money/money'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Bank, TransferAnswer, TransferOrder } from '@qingzhou/providers/bank/port'
import { ProviderFault } from '@qingzhou/platform/provider-fault'

/** The fate of one call to the bank. */
export type Passage = 'through' | 'lost-on-the-way' | 'answer-lost'

type ScriptedOrder = {
  readonly amount: Money
  readonly cardToken: string
  readonly result: 'done' | 'declined'
  /** Number of polls until the bank knows the result. */
  queriesLeft: number
}

export type ScriptedBank = Bank & {
  /** The fate of the next calls; later calls succeed. */
  readonly script: { passages: Passage[]; nextResult: 'done' | 'declined'; queries: number }
  /** The bank's own books, by wire number. */
  readonly orders: Map<string, ScriptedOrder>
  today: LocalDate | undefined
}

/** A bank controlled by a script: it loses requests and answers, delays, and declines. */
export function createScriptedBank(): ScriptedBank {
  const orders = new Map<string, ScriptedOrder>()
  const script: ScriptedBank['script'] = { passages: [], nextResult: 'done', queries: 0 }

  async function pass(act: () => TransferAnswer): Promise<TransferAnswer> {
    const passage = script.passages.shift() ?? 'through'
    if (passage === 'lost-on-the-way') throw new ProviderFault('bank', 'no answer')
    const answer = act()
    if (passage === 'answer-lost') throw new ProviderFault('bank', 'no answer')
    return answer
  }

  function answerOf(orderNo: string): TransferAnswer {
    const stored = orders.get(orderNo)
    if (!stored) return { state: 'unknown' }
    if (stored.queriesLeft > 0) {
      stored.queriesLeft -= 1
      return { state: 'processing' }
    }
    return stored.result === 'done'
      ? { state: 'done', on: bank.today }
      : { state: 'declined', reason: '银行暂不受理' }
  }

  function order({ wireNo: orderNo, amount, cardToken }: TransferOrder): TransferAnswer {
    const earlier = orders.get(orderNo)
    if (earlier && (earlier.amount !== amount || earlier.cardToken !== cardToken)) {
      throw new Error(`order ${orderNo}: amount or card differs from the first order`)
    }
    if (!earlier) {
      orders.set(orderNo, {
        amount,
        cardToken,
        result: script.nextResult,
        queriesLeft: script.queries,
      })
    }
    return answerOf(orderNo)
  }

  const bank: ScriptedBank = {
    script,
    orders,
    today: undefined,
    startBinding: notScripted,
    confirmBinding: notScripted,
    binding: notScripted,
    startDebitAgreement: notScripted,
    confirmDebitAgreement: notScripted,
    endDebitAgreement: notScripted,
    dayFile: notScripted,
    transfer: (input) => pass(() => order(input)),
    transferState: ({ wireNo }) => pass(() => answerOf(wireNo)),
  }
  return bank
}

async function notScripted(): Promise<never> {
  throw new Error('scripted bank does not support card bindings')
}
