import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#platform/api-error.ts'
import { emailsQuery } from '#shared/emails-query.ts'
import { useNumberFor } from '#shared/use-number-for.ts'
import type { Recipient } from '#shared/use-recipient.ts'
import type { ProofDraft } from './proof-draft.ts'
import { applyForProof, settledLoansQuery, type Issued } from './queries.ts'

/** Has proofs issued; what goes wrong is said on the page. */
export function useIssuing({ kind, loans }: ProofDraft, onIssued: (issued: Issued) => void) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const numberFor = useNumberFor()

  async function issue(to: Recipient | undefined): Promise<void> {
    setProblem(undefined)
    const asked = {
      requestNo: numberFor(JSON.stringify(to ?? 'nowhere')),
      kind,
      ...(kind === 'settlement' && { loanNos: loans.map(({ loanNo }) => loanNo) }),
      ...to,
    }
    try {
      const proof = await applyForProof(asked)
      for (const { queryKey } of [emailsQuery, settledLoansQuery]) {
        await client.invalidateQueries({ queryKey, refetchType: 'none' })
      }
      onIssued({ asked, proof })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
    }
  }

  return { issue, problem }
}
