import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useDebouncedValue } from '#shared/pages/timers.ts'
import { chosenIn, type LoanBill } from './loan-bill.ts'
import { changeChoice, planChoice } from './plan-choice.ts'
import { planQuoteQuery, type PlanBills } from '#features/restructure/queries.ts'

const MONTHS_FIRST = 12

/** The selected loans: of this phone, or of the open plan. */
export function chosenBills(bills: PlanBills): readonly LoanBill[] {
  return chosenIn(bills, planChoice().loanNos ?? bills.openPlan?.loanNos ?? [])
}

/** The number of instalments and its debounced quote. */
export function usePlanTerms(bills: PlanBills) {
  const { monthsMin, monthsMax, openPlan } = bills
  const [wanted, setWanted] = useState(
    () => planChoice().months ?? openPlan?.months ?? MONTHS_FIRST,
  )
  const months = Math.min(Math.max(wanted, monthsMin), monthsMax)
  const chosen = chosenBills(bills)
  const loanNos = chosen.map(({ loan }) => loan.loanNo)

  const key = `${loanNos.join('+')}/${months}`
  const isSettled = useDebouncedValue(key) === key
  const answer = useQuery({ ...planQuoteQuery({ loanNos, months }), enabled: isSettled })
  // While the slider moves, no quote of another number is shown.
  const quote = isSettled ? answer : { ...answer, data: undefined, error: null }

  function chooseMonths(next: number) {
    setWanted(next)
    changeChoice({ months: next })
  }

  return { chosen, loanNos, months, chooseMonths, quote }
}

export type PlanTerms = ReturnType<typeof usePlanTerms>
