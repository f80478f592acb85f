import type { BoundCard } from '@qingzhou/contract/cards'
import { codes } from '@qingzhou/contract/codes'
import { cardNumber, phone, smsCode } from '@qingzhou/contract/fields'
import { useState } from 'react'
import { ApiError } from '#platform/api-error.ts'
import { bindingAgreements, consent } from '#shared/agreements.ts'
import { cards } from '#shared/cards-queries.ts'
import { useForm } from '#shared/form.ts'
import { useSmsSending } from '#shared/use-sms-sending.ts'
import { useBankAnswer } from './use-bank-answer.ts'

/** What the bank sent a code for; another card or phone needs another code. */
type Sent = { readonly bindingNo: string; readonly cardNo: string; readonly phone: string }

export interface CardBindingSetup {
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
