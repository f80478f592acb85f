import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#platform/api-error.ts'
import { emailsQuery } from '#shared/emails-query.ts'
import { useNumberFor } from '#shared/use-number-for.ts'
import type { Recipient } from '#shared/use-recipient.ts'
import { sendByEmail } from './queries.ts'

/** Has agreements sent; what goes wrong is said beside the form, as a sheet covers the toasts. */
export function useSending(agreementNos: readonly string[]) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const numberFor = useNumberFor()

  /** Answers the address as it may be shown; nothing when it was refused. */
  async function send(to: Recipient): Promise<string | undefined> {
    setProblem(undefined)
    try {
      const requestNo = numberFor('email' in to ? to.email : to.emailNo)
      const asked = { requestNo, agreementNos: [...agreementNos], ...to }
      const { sentTo } = await sendByEmail(asked, { quiet: true })
      await client.invalidateQueries({ queryKey: emailsQuery.queryKey, refetchType: 'none' })
      return sentTo
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      return undefined
    }
  }

  return { send, problem }
}
