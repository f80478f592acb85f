import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import {
  type CertificateKind,
  settlementShapes,
} from '@qingzhou/contract/features/repayment/settlement'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { callsOf } from '#platform/api/api.ts'

const { settledLoans, apply } = callsOf('settlement', {
  settledLoans: settlementShapes.settledLoans,
  apply: settlementShapes.apply,
})

type SettledRow = Output<typeof settlementShapes.settledLoans>

export type SettledLoan = SettledRow['loans'][number]

export type Accounts = SettledRow['accounts']

export type CertificateRequest = Input<typeof settlementShapes.apply>

/** The requests and their results: the same request returns the same result. */
export type IssuedCertificate = {
  readonly request: CertificateRequest
  readonly answer: Output<typeof settlementShapes.apply>
}

/** Query of the settled loans by page, and of all accounts. */
export const settledLoansQuery = infiniteQueryOptions({
  queryKey: ['settled-loans'],
  initialPageParam: 1,
  queryFn: async ({ signal, pageParam: pageNo }) =>
    settledLoans({ pageNo }, { signal, quiet: true }),
  getNextPageParam: ({ hasMore }, _, pageNo) => (hasMore ? pageNo + 1 : undefined),
  refetchOnMount: 'always',
})

/** The same number returns the same certificates with new links. */
export async function applyForCertificate(
  request: CertificateRequest,
): Promise<IssuedCertificate['answer']> {
  return apply(request, { quiet: true })
}

/** Query of the certificates of an earlier request. */
export function issuedQuery(request: CertificateRequest | undefined) {
  return queryOptions({
    queryKey: ['certificates-issued', request?.requestNo],
    queryFn: async () => {
      if (!request) throw new Error('certificate: request missing')
      return applyForCertificate(request)
    },
    staleTime: Infinity,
  })
}

/** Requests a link to a certificate; valid once. */
export async function newPdfUrl(
  request: CertificateRequest,
  certificateNo: string,
): Promise<string> {
  const { certificates } = await applyForCertificate(request)
  const found = certificates.find((one) => one.certificateNo === certificateNo)
  if (!found) throw new Error('certificate: answer without certificates')
  return found.pdfUrl
}

export function pdfUrlQuery(request: CertificateRequest, certificateNo: string) {
  return queryOptions({
    queryKey: ['certificate-document', request.requestNo, certificateNo],
    queryFn: async () => newPdfUrl(request, certificateNo),
    staleTime: Infinity,
    gcTime: 0,
  })
}

export const certificateNames: Record<CertificateKind, string> = {
  settlement: '结清证明',
  statement: '信贷账户证明',
}
