import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useSettledValue } from '#shared/pages/timers.ts'
import { chosenIn, type LoanBill } from './loan-bill.ts'
import { changeChoice, planChoice } from './plan-choice.ts'
import { planQuoteQuery, type PlanBills } from '#features/restructure/queries.ts'

const MONTHS_FIRST = 12

/** The loans that were chosen: on this phone, or else for the plan that is open. */
export function chosenBills(bills: PlanBills): readonly LoanBill[] {
  return chosenIn(bills, planChoice().loanNos ?? bills.openPlan?.loanNos ?? [])
}

/** How many instalments, and what follows from that, once the choice stands still. */
export function usePlanTerms(bills: PlanBills) {
  const { monthsMin, monthsMax, openPlan } = bills
  const [wanted, setWanted] = useState(
    () => planChoice().months ?? openPlan?.months ?? MONTHS_FIRST,
  )
  const months = Math.min(Math.max(wanted, monthsMin), monthsMax)
  const chosen = chosenBills(bills)
  const loanNos = chosen.map(({ loan }) => loan.loanNo)

  const key = `${loanNos.join('+')}/${months}`
  const isSettled = useSettledValue(key) === key
  const trial = useQuery({ ...planQuoteQuery({ loanNos, months }), enabled: isSettled })
  // While the finger moves, the answer to where it was is not shown for where it is.
  const quote = isSettled ? trial : { ...trial, data: undefined, error: null }

  function chooseMonths(next: number) {
    setWanted(next)
    changeChoice({ months: next })
  }

  return { chosen, loanNos, months, chooseMonths, quote }
}

export type PlanTerms = ReturnType<typeof usePlanTerms>
