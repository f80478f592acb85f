import { cancellationReasons, type CancellationReason } from '@qingzhou/contract/limit-cancellation'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api-error.ts'
import { go } from '#platform/navigation.ts'
import { useForm } from '#shared/form.ts'
import { cancellation, stepQuery, type CancellationStep } from './queries.ts'

/** What is chosen and written, over a reload; kept by the server before the next page. */
export function useReason(said: CancellationStep) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    draft: 'cancel-reason',
    initial: { reason: said.reason ?? '', note: said.note ?? '' },
    rules: {},
    unkept: [],
  })
  const reason = cancellationReasons.find((one) => one === form.values.reason)

  async function goOn(chosen: CancellationReason) {
    setProblem(undefined)
    const note = form.values.note.trim()
    try {
      const asked = { reason: chosen, ...(note !== '' && { note }) }
      const step = await cancellation.currentStep(asked, { quiet: true })
      client.setQueryData(stepQuery.queryKey, step)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      return
    }
    form.forget()
    await go(routes['limit-cancellation'].cancelNotice)
  }

  return { form, reason, goOn, problem }
}
