import { useQuery } from '@tanstack/react-query'
import type { PDFDocumentProxy } from 'pdfjs-dist'
// Vite returns the address for `?url` imports.
// oxlint-disable-next-line import/default
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { useEffect, useState } from 'react'
import { saveBlob } from '#shared/pages/save-blob.ts'

/** An opened PDF: rendered page by page, and downloadable. */
export type OpenedPdf = { readonly pdf: PDFDocumentProxy; readonly blobUrl: string }

/** A PDF by link, or a picked file with its name. */
export type PdfSource = string | { readonly name: string; readonly blob: Blob }

/** Fetches a PDF once, as its link may be valid once, and opens it. Reports progress. */
async function openPdf(
  source: PdfSource,
  options: { readonly signal: AbortSignal; readonly onProgress: (share: number) => void },
): Promise<OpenedPdf> {
  const [{ getDocument, GlobalWorkerOptions }, bytes] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.mjs'),
    typeof source === 'string' ? fetchBytes(source, options) : bytesOf(source.blob),
  ])
  GlobalWorkerOptions.workerSrc = workerUrl
  const blobUrl = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
  const pdf = await getDocument({ data: bytes }).promise
  return { pdf, blobUrl }
}

async function bytesOf(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await blob.arrayBuffer())
}

async function fetchBytes(
  url: string,
  {
    signal,
    onProgress,
  }: { readonly signal: AbortSignal; readonly onProgress: (share: number) => void },
): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url, { signal })
  if (!response.ok || !response.body) throw new Error(`PDF download: HTTP ${response.status}`)
  const total = Number(response.headers.get('content-length') ?? 0)
  const parts: Uint8Array[] = []
  let come = 0
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    come += value.length
    if (total > 0) onProgress(come / total)
  }
  return joinBytes(parts, come)
}

function joinBytes(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** A PDF, fetched once, opened, and released with the screen. */
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
  useRelease(pdf.data)
  return { share, data: pdf.data, error: pdf.error }
}

function useRelease(opened: OpenedPdf | undefined) {
  useEffect(() => {
    if (!opened) return undefined
    return () => {
      URL.revokeObjectURL(opened.blobUrl)
      // A page that is being rendered is not freed: it is collected with the document.
      opened.pdf.cleanup().catch(() => undefined)
    }
  }, [opened])
}

/** Downloads the PDF of a link under the given name. */
export async function savePdf({
  url,
  fileName,
}: {
  readonly url: string
  readonly fileName: string
}): Promise<void> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`PDF download: HTTP ${response.status}`)
  saveBlob({ blob: await response.blob(), fileName })
}
