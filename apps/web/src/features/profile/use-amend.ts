import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#platform/api-error.ts'
import { cardIn, checkCard } from '#shared/id-card-fields.ts'
import type { IdCardForm } from '#shared/id-card-fields.ts'
import { profile, quotasQuery, type Amendment, type AmendmentReason } from './queries.ts'

export interface AmendSetup {
  what: Amendment
  reason: AmendmentReason
  onDone: () => void
}

/** Sends the new card, as read and put right. */
export function useAmend(form: IdCardForm, { what, reason, onDone }: AmendSetup) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()

  async function send() {
    if (!checkCard(form)) return
    setProblem(undefined)
    try {
      const card = cardIn(form.values)
      const quotas = await profile.amend({ act: 'change', what, reason, ...card }, { quiet: true })
      client.setQueryData(quotasQuery().queryKey, quotas)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      return
    }
    form.forget()
    onDone()
  }

  return { send, problem }
}
