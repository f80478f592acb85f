import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type BoundCard, cardNumber, type cardsShapes } from '@qingzhou/contract/features/cards'
import { codes } from '@qingzhou/contract/codes'
import { phone, smsCode } from '@qingzhou/contract/wire/fields'
import type { Output } from '@qingzhou/contract/wire/shape'
import { ApiError, isUndecided } from '#platform/api/api-error.ts'
import { bindingAgreements, consent } from '#shared/agreements/agreement-tick.tsx'
import { cards } from '#shared/payments/cards-queries.ts'
import { clearDraft, saveDraft, storedDraft } from '#shared/forms/draft.ts'
import { useForm } from '#shared/forms/form.ts'
import { nextPoll } from '#shared/pages/timers.ts'
import { type SmsSending, useSmsSending } from '#shared/sign-in/sms-code.tsx'

/** The card and phone the code was sent for; a change requires a new code. */
type SentCode = { readonly bindingNo: string; readonly cardNo: string; readonly phone: string }

interface CardBindingSetup {
  /** The draft name of the input. */
  draft: string
  onBound: (card: BoundCard) => void
}

/** Sends card and phone, verifies the bank's code and waits for the bank. */
export function useCardBinding({ draft, onBound }: CardBindingSetup) {
  const form = useBindingForm(draft)
  const { sent, remember } = useSent(draft)
  const [problem, setProblem] = useState<string>()
  const sending = useSmsSending({ purpose: draft, phone: form.values.phone }, askForCode)
  useCodeOnConsent(form.values, sending)
  const { underWay, begin } = useBankAnswer(draft, { onBound: finish, onDeclined: startAgain })

  async function askForCode() {
    if (!form.check('cardNo', 'phone')) return undefined
    setProblem(undefined)
    const { cardNo, phone: mobile } = form.values
    try {
      const answer = await cards.sendBindingCode({ cardNo, mobile }, { quiet: true })
      remember({ bindingNo: answer.bindingNo, cardNo, phone: mobile })
      form.setError('smsCode', undefined)
      form.focus('smsCode')
      return answer
    } catch (error) {
      showError(error, 'cardNo')
      throw error
    }
  }

  async function submit() {
    const { cardNo, phone: mobile, smsCode: dynamicCode } = form.values
    const isSent = sent?.cardNo === cardNo && sent.phone === mobile
    if (!form.check('cardNo', 'phone', 'agreed', ...(isSent ? ['smsCode' as const] : []))) return
    if (!isSent) return form.fail('smsCode', '请先获取验证码')
    setProblem(undefined)
    try {
      const answer = await bind(sent.bindingNo, dynamicCode)
      if (answer.state === 'bound') finish(answer.card)
      else if (answer.state === 'declined') startAgain(answer.reason)
      else begin(sent.bindingNo)
    } catch (error) {
      // After a connection failure the bank may have received it: poll instead of sending twice.
      if (isUnclear(error)) begin(sent.bindingNo)
      else showError(error, 'smsCode')
    }
  }

  function finish(card: BoundCard) {
    // The screen is kept alive: clear the form for the next card.
    form.setValues({ cardNo: '', phone: '', smsCode: '', agreed: false })
    form.forget()
    remember(undefined)
    onBound(card)
  }

  /** The failure may be temporary: keep the input, clear the used code. */
  function startAgain(reason: string) {
    form.setValues({ smsCode: '' })
    remember(undefined)
    setProblem(reason)
  }

  function showError(error: unknown, field: 'cardNo' | 'smsCode') {
    if (!(error instanceof ApiError)) throw error
    const fail = field === 'smsCode' ? form.failCode : form.fail
    if (error.code === codes.invalidField) fail(field, error.message)
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
    notPersisted: ['smsCode', 'agreed'],
  })
}

type BindingValues = ReturnType<typeof useBindingForm>['values']

/**
 * Requests the code as soon as card, phone and consent are given; once for each card and phone. A
 * number may still be growing, so only the tick and the phone cause it.
 */
function useCodeOnConsent({ cardNo, phone: input, agreed }: BindingValues, sending: SmsSending) {
  const requested = useRef<string>(undefined)
  const request = useEffectEvent((mobile: string) => {
    const wanted = `${cardNo}/${mobile}`
    const isWhole = cardNumber.safeParse(cardNo).success && phone.safeParse(mobile).success
    const isOpen = sending.secondsLeft === 0 && sending.refusal === undefined
    if (!isWhole || !isOpen || sending.sentTo !== undefined || requested.current === wanted) return
    requested.current = wanted
    void sending.send()
  })

  useEffect(() => {
    if (agreed) request(input)
  }, [agreed, input])
}

/** The binding that the last code belongs to; stored, so that the code can be used after a reload. */
function useSent(draft: string) {
  const [sent, setSent] = useState(() => storedSent(draft))

  function remember(next: SentCode | undefined) {
    setSent(next)
    if (next) saveDraft(sentName(draft), { ...next })
    else clearDraft(sentName(draft))
  }

  return { sent, remember }
}

function storedSent(draft: string): SentCode | undefined {
  const { bindingNo, cardNo, phone: mobile } = storedDraft(sentName(draft))
  if (typeof bindingNo !== 'string' || typeof cardNo !== 'string' || typeof mobile !== 'string')
    return undefined
  return { bindingNo, cardNo, phone: mobile }
}

function sentName(draft: string): string {
  return `${draft}-code`
}

function isUnclear(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'network' || error.code === 'timeout')
}

/** The form validated the tick; send the agreements it stands for. */
async function bind(bindingNo: string, dynamicCode: string) {
  const agreed = bindingAgreements.map(({ name }) => name)
  return cards.bind({ bindingNo, dynamicCode, agreed }, { quiet: true })
}

type BankAnswer = Output<typeof cardsShapes.bind>

type BankAnswers = {
  readonly onBound: (card: BoundCard) => void
  readonly onDeclined: (reason: string) => void
}

/** The bank did not receive the code or no longer knows it. */
const LOST = '提交失败，请重新获取验证码'

/** Polls the bank with growing intervals. */
function useBankAnswer(draft: string, { onBound, onDeclined }: BankAnswers) {
  const [underWay, setUnderWay] = useState(() => readPending(draft))
  const bindingNo = underWay?.bindingNo

  function begin(begun: string) {
    const binding = { bindingNo: begun, since: Date.now() }
    storePending(draft, binding)
    setUnderWay(binding)
  }

  const settle = useEffectEvent((answer: BankAnswer | 'lost') => {
    clearPending(draft)
    setUnderWay(undefined)
    if (answer === 'lost' || answer.state === 'codeSent') onDeclined(LOST)
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

/** Polls until the bank decides; returns undefined when the screen is left. */
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

/** A refusal means that no binding is pending; a network error means nothing. */
async function askBank(bindingNo: string, signal: AbortSignal) {
  try {
    return await cards.bind({ bindingNo }, { signal, quiet: true })
  } catch (error) {
    const isLost = error instanceof ApiError && !isUndecided(error)
    return isLost ? 'lost' : 'unknown'
  }
}

/** A pending binding and its start time. */
type PendingBinding = { readonly bindingNo: string; readonly since: number }

/** Stored, so that a reload continues polling instead of starting again. */
function storePending(draft: string, { bindingNo, since }: PendingBinding) {
  saveDraft(nameFor(draft), { bindingNo, since })
}

function readPending(draft: string): PendingBinding | undefined {
  const { bindingNo, since } = storedDraft(nameFor(draft))
  if (typeof bindingNo !== 'string' || typeof since !== 'number') return undefined
  return { bindingNo, since }
}

function clearPending(draft: string) {
  clearDraft(nameFor(draft))
}

function nameFor(draft: string): string {
  return `${draft}-under-way`
}
