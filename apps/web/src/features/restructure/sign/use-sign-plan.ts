import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { codes } from '@qingzhou/contract/codes'
import type { PlanQuote, restructureShapes } from '@qingzhou/contract/features/restructure'
import type { Input } from '@qingzhou/contract/wire/shape'
import { routes } from '#app/routes.ts'
import { billsQuery, restructure } from '#features/restructure/queries.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { go } from '#platform/navigation/navigation.ts'
import { storedDraft } from '#shared/forms/draft.ts'
import { clearRequestNo, requestNoFor } from '#shared/payments/request-no.ts'
import { usePlanSteps } from './plan-steps.tsx'

const REQUEST = 'sign-plan'

type AgreedPlan = readonly { readonly code: string; readonly version: string }[]

/** Signs the plan exactly as quoted; a repeated request without an answer is the same signature. */
export function useSignPlan(planNo: string) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()

  async function renew() {
    await client.invalidateQueries({ queryKey: ['restructure'] })
    await client.invalidateQueries({ queryKey: ['agreements-to-sign'] })
  }

  async function sign({ quoteId, costSheet }: PlanQuote, agreed: AgreedPlan): Promise<void> {
    setProblem(undefined)
    const requestNo = requestNoFor(REQUEST, `${planNo}/${quoteId}`)
    const costSheetDigest = costSheet.digest
    try {
      const { loanNo } = await restructure.sign(
        { requestNo, planNo, quoteId, costSheetDigest, agreed: [...agreed] },
        { quiet: true },
      )
      // Navigate first: the plan of this page is no longer open.
      await go(routes.restructure.planSigned, { query: { loanNo }, replace: true })
      clearRequestNo(REQUEST)
      await client.invalidateQueries({ queryKey: ['repayment'] })
      await renew()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      const isAnswered = error.code === codes.accountState || error.code === codes.invalidField
      if (!isAnswered) return
      clearRequestNo(REQUEST)
      // The debt or the state of the plan has changed.
      await renew()
    }
  }

  return { sign, problem }
}

/** Whether a signature of this phone got no answer; reported once. */
export function takeLostSignature(): boolean {
  const isLost = storedDraft(REQUEST)['requestNo'] !== undefined
  clearRequestNo(REQUEST)
  return isLost
}

type Part = Input<typeof restructureShapes.saveContacts>

/** Saves the contacts or the card and continues. */
export function useSavePlanPart(onSaved: () => void = () => undefined) {
  const client = useQueryClient()
  const { goOnWith } = usePlanSteps()
  const [problem, setProblem] = useState<string>()

  async function save(part: Part): Promise<void> {
    setProblem(undefined)
    try {
      const { openPlan } = await restructure.saveContacts(part, { quiet: true })
      onSaved()
      await goOnWith(openPlan)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      // An earlier step may be due again: the page redirects there.
      if (error.code === codes.accountState) await client.invalidateQueries(billsQuery)
    }
  }

  return { save, problem }
}
