import type { AmendmentAsked } from '@qingzhou/contract/profile'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#platform/api-error.ts'
import { faceSessionInLink } from '#shared/face-check/face-outcome.ts'
import { cardIn, checkCard } from '#shared/id-card-fields.ts'
import type { IdCardForm } from '#shared/id-card-fields.ts'
import { profile, quotasQuery } from './queries.ts'

export interface AmendSetup {
  amendment: AmendmentAsked
  onDone: () => void
}

/** A face that is asked for; one that was shown too long ago is asked for once more. */
type AskedFace = { readonly round: number; readonly cameFrom: string | undefined }

/** Sends the new card, as read and put right; the first time, the server asks for a face. */
export function useAmend(form: IdCardForm, { amendment, onDone }: AmendSetup) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const [face, setFace] = useState<AskedFace | undefined>(faceComeBackFrom)

  async function send() {
    if (!checkCard(form)) return setFace(undefined)
    setProblem(undefined)
    try {
      const card = cardIn(form.values)
      const { needsFace, ...quotas } = await profile.amend(
        { act: 'change', ...amendment, ...card },
        { quiet: true },
      )
      client.setQueryData(quotasQuery().queryKey, quotas)
      if (needsFace) {
        return setFace((earlier) => ({ round: (earlier?.round ?? 0) + 1, cameFrom: undefined }))
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      return setFace(undefined)
    }
    form.forget()
    onDone()
  }

  return { send, problem, face, leaveFace: () => setFace(undefined) }
}

function faceComeBackFrom(): AskedFace | undefined {
  const cameFrom = faceSessionInLink()
  return cameFrom === undefined ? undefined : { round: 0, cameFrom }
}
