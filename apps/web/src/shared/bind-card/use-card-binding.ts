import { useEffect, useEffectEvent, useState } from 'react'
import type { BoundCard, cardsShapes } from '@qingzhou/contract/cards'
import { codes } from '@qingzhou/contract/codes'
import { cardNumber, phone, smsCode } from '@qingzhou/contract/fields'
import type { Output } from '@qingzhou/contract/shape'
import { ApiError } from '#platform/api/api-error.ts'
import { bindingAgreements, consent } from '#shared/agreements/agreement-tick.tsx'
import { cards } from '#shared/payments/cards-queries.ts'
import { forgetTyped, keepTyped, typedBefore } from '#shared/forms/draft.ts'
import { useForm } from '#shared/forms/form.ts'
import { nextPoll } from '#shared/pages/poll.ts'
import { useSmsSending } from '#shared/sign-in/sms-code.tsx'

/** What the bank sent a code for; another card or phone needs another code. */
type Sent = { readonly bindingNo: string; readonly cardNo: string; readonly phone: string }

interface CardBindingSetup {
  /** What was typed survives a reload under this name. */
  draft: string
  onBound: (card: BoundCard) => void
}

/** Card, phone, the bank's code; then the bank takes its time. */
export function useCardBinding({ draft, onBound }: CardBindingSetup) {
  const form = useBindingForm(draft)
  const [sent, setSent] = useState<Sent>()
  const [problem, setProblem] = useState<string>()
  const sending = useSmsSending(form.values.phone, askForCode)
  const { underWay, begin } = useBankAnswer(draft, {
    onBound: finish,
    onDeclined: startAgain,
    onLost: () => startAgain('这次没有提交成功，请重新获取验证码'),
  })

  async function askForCode() {
    if (!form.check('cardNo', 'phone')) return undefined
    setProblem(undefined)
    const { cardNo, phone: mobile } = form.values
    try {
      const answer = await cards.sendBindingCode({ cardNo, mobile }, { quiet: true })
      setSent({ bindingNo: answer.bindingNo, cardNo, phone: mobile })
      form.focus('smsCode')
      return answer
    } catch (error) {
      tell(error, 'cardNo')
      throw error
    }
  }

  async function submit() {
    const { cardNo, phone: mobile, smsCode: dynamicCode } = form.values
    const isSent = sent?.cardNo === cardNo && sent.phone === mobile
    if (!form.check('cardNo', 'phone', ...(isSent ? ['smsCode' as const] : []), 'agreed')) return
    if (!isSent) return form.fail('smsCode', '请先获取验证码')
    setProblem(undefined)
    try {
      const answer = await bind(sent.bindingNo, dynamicCode)
      if (answer.state === 'bound') finish(answer.card)
      else if (answer.state === 'declined') startAgain(answer.reason)
      else begin(sent.bindingNo)
    } catch (error) {
      // After a broken line the bank may or may not have it: asking tells, sending twice does not.
      if (isUnclear(error)) begin(sent.bindingNo)
      else tell(error, 'smsCode')
    }
  }

  function finish(card: BoundCard) {
    // The screen is kept alive: the next card must not find this one.
    form.put({ cardNo: '', phone: '', smsCode: '', agreed: false })
    form.forget()
    setSent(undefined)
    onBound(card)
  }

  /** The card may be right and the moment wrong, so what was typed stays; the code is spent. */
  function startAgain(reason: string) {
    form.set('smsCode', '')
    setSent(undefined)
    setProblem(reason)
  }

  function tell(error: unknown, field: 'cardNo' | 'smsCode') {
    if (!(error instanceof ApiError)) throw error
    if (error.code === codes.invalidField) form.fail(field, error.message)
    else if (error.code === codes.pageDataMissing) startAgain(error.message)
    else setProblem(error.message)
  }

  return { form, sending, submit, problem, underWay }
}

function useBindingForm(draft: string) {
  return useForm({
    draft,
    initial: { cardNo: '', phone: '', smsCode: '', agreed: false },
    rules: { cardNo: cardNumber, phone, smsCode, agreed: consent },
    unkept: ['smsCode', 'agreed'],
  })
}

function isUnclear(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'network' || error.code === 'timeout')
}

/** The tick was judged by the form: what it stood for goes along. */
async function bind(bindingNo: string, dynamicCode: string) {
  const agreed = bindingAgreements.map(({ name }) => name)
  return cards.bind({ bindingNo, dynamicCode, agreed }, { quiet: true })
}

type BankAnswer = Output<typeof cardsShapes.bind>

type BankAnswers = {
  readonly onBound: (card: BoundCard) => void
  readonly onDeclined: (reason: string) => void
  /** The bank never had the code, or knows nothing of it any more. */
  readonly onLost: () => void
}

/** Waits for the bank, and asks less and less often how far it is. */
function useBankAnswer(draft: string, { onBound, onDeclined, onLost }: BankAnswers) {
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

/** A binding that the bank is still at, and since when. */
type BindingUnderWay = { readonly bindingNo: string; readonly since: number }

/** Kept, so that a reload asks the bank how far it is and does not start anew. */
function keepUnderWay(draft: string, { bindingNo, since }: BindingUnderWay) {
  keepTyped(nameFor(draft), { bindingNo, since })
}

function underWayBefore(draft: string): BindingUnderWay | undefined {
  const { bindingNo, since } = typedBefore(nameFor(draft))
  if (typeof bindingNo !== 'string' || typeof since !== 'number') return undefined
  return { bindingNo, since }
}

function forgetUnderWay(draft: string) {
  forgetTyped(nameFor(draft))
}

function nameFor(draft: string): string {
  return `${draft}-under-way`
}
