import { useQuery } from '@tanstack/react-query'
import { allDueQuery } from './queries.ts'

/** What a loan is called in a list: what it was for. */
export function useLoanNames(): (loanNo: string) => string {
  const due = useQuery(allDueQuery)
  return (loanNo) =>
    due.data?.loans.find(({ loan }) => loan.loanNo === loanNo)?.loan.purposeName ?? '借款'
}
