import { consoleCustomersShapes } from '@qingzhou/contract/features/console/customers'
import { queryOptions } from '@tanstack/react-query'
import { callsOf } from '#platform/client.ts'

export const customerCalls = callsOf('console-customers', consoleCustomersShapes)

/** Everything of a customer is under one key. Each part has its own request. */
export const customerQueries = {
  head: (customer: string) =>
    queryOptions({
      queryKey: ['customer', customer, 'head'],
      queryFn: ({ signal }) => customerCalls.customer({ customer }, signal),
    }),
  credit: (customer: string) =>
    queryOptions({
      queryKey: ['customer', customer, 'credit'],
      queryFn: ({ signal }) => customerCalls.credit({ customer }, signal),
    }),
  orders: (customer: string) =>
    queryOptions({
      queryKey: ['customer', customer, 'orders'],
      queryFn: ({ signal }) => customerCalls.orders({ customer }, signal),
    }),
  benefits: (customer: string) =>
    queryOptions({
      queryKey: ['customer', customer, 'benefits'],
      queryFn: ({ signal }) => customerCalls.benefits({ customer }, signal),
    }),
  documents: (customer: string) =>
    queryOptions({
      queryKey: ['customer', customer, 'documents'],
      queryFn: ({ signal }) => customerCalls.documents({ customer }, signal),
    }),
  messages: (customer: string, pageNo: number) =>
    queryOptions({
      queryKey: ['customer', customer, 'messages', pageNo],
      queryFn: ({ signal }) => customerCalls.messages({ customer, pageNo }, signal),
    }),
  access: (customer: string) =>
    queryOptions({
      queryKey: ['customer', customer, 'access'],
      queryFn: ({ signal }) => customerCalls.access({ customer }, signal),
    }),
  loan: (loanNo: string) =>
    queryOptions({
      queryKey: ['loan', loanNo],
      queryFn: ({ signal }) => customerCalls.loan({ loanNo }, signal),
    }),
}
