import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { openPdf, type OpenedPdf, type PdfSource } from './open-pdf.ts'

/** A PDF, fetched once as its link may be good once, opened, and let go of with the screen. */
export function usePdf(source: PdfSource | undefined) {
  const [share, setShare] = useState(0)
  const pdf = useQuery({
    queryKey: ['pdf', typeof source === 'object' ? source.name : source],
    enabled: source !== undefined,
    queryFn: async ({ signal }) => openPdf(source ?? '', { signal, onProgress: setShare }),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })
  useLettingGo(pdf.data)
  return { share, data: pdf.data, error: pdf.error }
}

function useLettingGo(opened: OpenedPdf | undefined) {
  useEffect(() => {
    if (!opened) return undefined
    return () => {
      URL.revokeObjectURL(opened.blobUrl)
      // A page that is just being drawn is not cleared away: it goes when nobody holds the paper any more.
      opened.pdf.cleanup().catch(() => undefined)
    }
  }, [opened])
}
