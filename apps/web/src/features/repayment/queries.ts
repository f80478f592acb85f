import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query'
import { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import type { TransactionFilters } from '@qingzhou/contract/features/repayment/transactions'
import type { Output } from '@qingzhou/contract/wire/shape'
import { callsOf } from '#platform/api/api.ts'
import { optionsOf, refetchOnOpen } from '#platform/api/query-provider.tsx'

export const repayment = callsOf('repayment', repaymentShapes)

type Answers = { [C in keyof typeof repaymentShapes]: Output<(typeof repaymentShapes)[C]> }

export type Overview = Answers['overview']

export type AllDue = Answers['allDue']

export type LoanDetail = Answers['loan']

export type PaymentDetail = Answers['payment']

export type PaymentOfList = PaymentDetail['payment']

export type PaymentFilter = 'all' | 'due' | 'early' | 'other'

export const overviewQuery = queryOptions({
  queryKey: ['repayment', 'overview'],
  queryFn: async (context) => repayment.overview({}, optionsOf(context)),
  ...refetchOnOpen,
})

export const allDueQuery = queryOptions({
  queryKey: ['repayment', 'all-due'],
  queryFn: async (context) => repayment.allDue({}, optionsOf(context)),
  ...refetchOnOpen,
})

export const currentBillQuery = queryOptions({
  queryKey: ['repayment', 'current-bill'],
  queryFn: async (context) => repayment.currentBill({}, optionsOf(context)),
  ...refetchOnOpen,
})

export function monthQuery(month: string) {
  return queryOptions({
    queryKey: ['repayment', 'month', month],
    queryFn: async ({ signal }) => repayment.month({ month }, { signal, quiet: true }),
    ...refetchOnOpen,
  })
}

export function planQuery(loanNo: string) {
  return queryOptions({
    queryKey: ['repayment', 'plan', loanNo],
    queryFn: async ({ signal }) => repayment.plan({ loanNo }, { signal, quiet: true }),
    ...refetchOnOpen,
  })
}

export function loanQuery(loanNo: string) {
  return queryOptions({
    queryKey: ['repayment', 'loan', loanNo],
    queryFn: async ({ signal }) => repayment.loan({ loanNo }, { signal, quiet: true }),
    ...refetchOnOpen,
  })
}

export function paymentQuery(paymentNo: string) {
  return queryOptions({
    queryKey: ['repayment', 'payment', paymentNo],
    queryFn: async ({ signal }) => repayment.payment({ paymentNo }, { signal, quiet: true }),
  })
}

/** A refund changes by itself: polled slowly. */
export function refundQuery(refundNo: string) {
  return queryOptions({
    queryKey: ['repayment', 'refund', refundNo],
    queryFn: async ({ signal }) => repayment.refund({ refundNo }, { signal, quiet: true }),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'returned' || data?.state === 'cancelled' ? false : 10_000,
    ...refetchOnOpen,
  })
}

export function transactionsQuery(filters: TransactionFilters) {
  return infiniteQueryOptions({
    queryKey: ['repayment', 'transactions', filters],
    initialPageParam: 1,
    queryFn: async ({ signal, pageParam: pageNo }) =>
      repayment.loanHistory({ ...filters, pageNo }, { signal, quiet: true }),
    getNextPageParam: ({ hasMore }, _, pageNo) => (hasMore ? pageNo + 1 : undefined),
    ...refetchOnOpen,
  })
}

export const settledLoansQuery = infiniteQueryOptions({
  queryKey: ['repayment', 'settled-loans'],
  initialPageParam: 1,
  queryFn: async ({ signal, pageParam: pageNo }) =>
    repayment.settledLoans({ pageNo }, { signal, quiet: true }),
  getNextPageParam: ({ hasMore }, _, pageNo) => (hasMore ? pageNo + 1 : undefined),
  ...refetchOnOpen,
})

export function paymentHistoryQuery(filter: PaymentFilter, loanNo: string | undefined) {
  return infiniteQueryOptions({
    queryKey: ['repayment', 'payment-history', filter, loanNo ?? ''],
    initialPageParam: 1,
    queryFn: async ({ signal, pageParam: pageNo }) =>
      repayment.paymentHistory({ filter, loanNo, pageNo }, { signal, quiet: true }),
    getNextPageParam: ({ hasMore }, _, pageNo) => (hasMore ? pageNo + 1 : undefined),
    ...refetchOnOpen,
  })
}

/** Returns the name of a loan in lists: its purpose. */
export function useLoanNames(): (loanNo: string) => string {
  const due = useQuery(allDueQuery)
  return (loanNo) =>
    due.data?.loans.find(({ loan }) => loan.loanNo === loanNo)?.loan.purposeName ?? '借款'
}
