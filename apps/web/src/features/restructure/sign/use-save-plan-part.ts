import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { codes } from '@qingzhou/contract/codes'
import type { restructureShapes } from '@qingzhou/contract/features/restructure'
import type { Input } from '@qingzhou/contract/wire/shape'
import { ApiError } from '#platform/api/api-error.ts'
import { billsQuery, restructure } from '#features/restructure/queries.ts'
import { usePlanSteps } from './plan-steps.tsx'

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
