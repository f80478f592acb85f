import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { codes } from '@qingzhou/contract/codes'
import { smsCode } from '@qingzhou/contract/fields'
import { ApiError } from '#platform/api-error.ts'
import { useForm } from '#shared/form.ts'
import { onboarding } from '#shared/onboarding-calls.ts'
import { forgetRequestNo, requestNoFor } from '#shared/request-no.ts'
import { useSmsSending } from '#shared/use-sms-sending.ts'
import { cancellation, stepQuery, type CancellationStep, type Ended } from './queries.ts'

const REQUEST = 'cancel-limit'
const understood = z.literal(true, { error: '请先阅读并勾选' })

/** Checks the code and ends the limit; where the line broke in between, it goes on from there. */
export function useCancelling(step: CancellationStep, onEnded: (ended: Ended) => void) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const accepted = useRef<string>(undefined)
  const form = useForm({
    draft: 'cancel-notice',
    initial: { code: '', understood: false },
    rules: { code: smsCode, understood },
    unkept: ['code', 'understood'],
  })
  const sending = useSmsSending(step.maskedPhone, async () => {
    form.tell('code', undefined)
    return onboarding.sendPurposeCode({ purpose: 'cancellation' })
  })

  async function cancel() {
    setProblem(undefined)
    const isComplete = step.isConfirmed
      ? form.check('understood')
      : form.check('code', 'understood')
    if (!isComplete || !(await confirmed())) return
    try {
      const requestNo = requestNoFor(REQUEST, 'limit')
      const ended = await cancellation.cancel({ requestNo }, { quiet: true })
      forgetRequestNo(REQUEST)
      onEnded(ended)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      // A no: the code may be spent by now, or something has come in between.
      if (error.code !== codes.accountState) return
      accepted.current = undefined
      await client.invalidateQueries({ queryKey: stepQuery.queryKey })
    }
  }

  /** A code is good once: one that was taken is not sent again. */
  async function confirmed(): Promise<boolean> {
    const { code } = form.values
    if (step.isConfirmed || accepted.current === code) return true
    try {
      await cancellation.checkSmsCode({ dynamicCode: code }, { quiet: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      form.fail('code', error.message)
      return false
    }
    accepted.current = code
    return true
  }

  return { form, sending, cancel, problem, isConfirmed: step.isConfirmed }
}
