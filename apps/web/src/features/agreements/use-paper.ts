import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { openPdf, type OpenedPdf } from './open-pdf.ts'
import { signedAgreementQuery } from './queries.ts'

/** A signed agreement's paper: a fresh link is asked for, and used at once. */
export function usePaper(agreementNo: string) {
  const agreement = useQuery(signedAgreementQuery(agreementNo))
  const [share, setShare] = useState(0)
  const { pdfUrl } = agreement.data ?? {}
  const paper = useQuery({
    queryKey: ['paper', pdfUrl],
    enabled: pdfUrl !== undefined,
    queryFn: async ({ signal }) => openPdf(pdfUrl ?? '', { signal, onProgress: setShare }),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })
  useLettingGo(paper.data)

  return {
    title: agreement.data?.title,
    share,
    data: paper.data,
    error: agreement.error ?? paper.error,
    // A link that was tried is spent: asking again begins with a new one.
    refetch: agreement.refetch,
  }
}

function useLettingGo(opened: OpenedPdf | undefined) {
  useEffect(() => {
    if (!opened) return undefined
    return () => {
      URL.revokeObjectURL(opened.blobUrl)
      void opened.pdf.cleanup()
    }
  }, [opened])
}
