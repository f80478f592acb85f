import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#platform/api-error.ts'
import { newNumber } from '#shared/new-number.ts'
import { emailsQuery, sendByEmail } from './queries.ts'

/** A new address, or one on file by its number. */
export type Recipient = { readonly email: string } | { readonly emailNo: string }

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

/** Sent again to the same address because no answer came, it is one mail; to another, another. */
function useNumberFor() {
  const last = useRef({ to: '', requestNo: '' })
  return (to: string): string => {
    if (last.current.to !== to) last.current = { to, requestNo: newNumber() }
    return last.current.requestNo
  }
}
