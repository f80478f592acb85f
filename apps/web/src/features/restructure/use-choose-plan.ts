import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#platform/api-error.ts'
import type { PlanTerms } from './use-plan-terms.ts'
import { forgetChoice } from './plan-choice.ts'
import { restructure } from './queries.ts'
import { usePlanSteps } from './use-plan-steps.ts'

/** Keeps the choice as the plan that is to be signed, and goes on to its first step. */
export function useChoosePlan({ loanNos, months }: Pick<PlanTerms, 'loanNos' | 'months'>) {
  const client = useQueryClient()
  const { goOnWith, goOn } = usePlanSteps()
  const [problem, setProblem] = useState<string>()

  async function choose(): Promise<void> {
    setProblem(undefined)
    try {
      const asked = { loanNos: [...loanNos], months, choose: true }
      const { openPlan } = await restructure.quote(asked, { quiet: true })
      forgetChoice()
      await (openPlan ? goOnWith(openPlan) : goOn())
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      // A refusal means that what is owed is not what it was.
      await client.invalidateQueries({ queryKey: ['restructure'] })
    }
  }

  return { choose, problem }
}
