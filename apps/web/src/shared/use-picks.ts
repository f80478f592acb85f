import { useState } from 'react'
import type { BillInstalment } from '@qingzhou/contract/bills'

export type Pick = { readonly loanNo: string; readonly n: number }

/**
 * Which instalments are to be paid. The oldest of a loan come first: choosing a later one brings
 * those before it along, and leaving one out leaves out those after it.
 */
export function usePicks(payable: readonly BillInstalment[]) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, number>>()
  const through = chosen ?? dueOf(payable)

  const isPicked = ({ loanNo, n }: Pick) => n <= (through.get(loanNo) ?? 0)
  const picks: Pick[] = payable.filter(isPicked).map(({ loanNo, n }) => ({ loanNo, n }))

  function toggle({ loanNo, n }: Pick) {
    const last = isPicked({ loanNo, n }) ? n - 1 : n
    setChosen(new Map([...through, [loanNo, last]]))
  }

  return { picks, isPicked, toggle }
}

/** What is due or late is chosen from the start; when nothing is, what comes next. */
function dueOf(payable: readonly BillInstalment[]): ReadonlyMap<string, number> {
  const due = payable.filter(({ state }) => state === 'overdue' || state === 'due')
  const [next] = payable
  const chosen = due.length > 0 ? due : payable.filter(({ dueDate }) => dueDate === next?.dueDate)
  const through = new Map<string, number>()
  for (const { loanNo, n } of chosen) through.set(loanNo, Math.max(n, through.get(loanNo) ?? 0))
  return through
}
