import { queryOptions } from '@tanstack/react-query'
import { bureauReportsShapes } from '@qingzhou/contract/features/bureau-reports'
import { callsOf } from '#platform/api/api.ts'

export const bureauReports = callsOf('bureau-reports', bureauReportsShapes)

/** What the bureau is told of the borrower's loans. */
export const reportedQuery = queryOptions({
  queryKey: ['bureau-reports'],
  queryFn: async ({ signal }) => bureauReports.reported({}, { signal, quiet: true }),
  refetchOnMount: 'always',
})
