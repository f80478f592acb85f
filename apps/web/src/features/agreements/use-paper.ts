import { useQuery } from '@tanstack/react-query'
import { usePdf } from '#shared/files/use-pdf.ts'
import { signedAgreementQuery } from './queries.ts'

/** A signed agreement's paper: a fresh link is asked for, and used at once. */
export function usePaper(agreementNo: string) {
  const agreement = useQuery(signedAgreementQuery(agreementNo))
  const paper = usePdf(agreement.data?.pdfUrl)
  return {
    title: agreement.data?.title,
    share: paper.share,
    data: paper.data,
    error: agreement.error ?? paper.error,
    // A link that was tried is spent: asking again begins with a new one.
    refetch: agreement.refetch,
  }
}
