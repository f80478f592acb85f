import { useQuery } from '@tanstack/react-query'
import type { Certificate } from '@qingzhou/contract/settlement'
import { ButtonLink } from '@qingzhou/ui/button'
import { Screen } from '@qingzhou/ui/screen'
import { SkeletonLines } from '@qingzhou/ui/skeleton'
import { PdfViewer } from '#shared/files/pdf-viewer.tsx'
import { usePdf } from '#shared/files/use-pdf.ts'
import { QueryState } from '#shared/query-state.tsx'
import { paperUrlQuery, type Issued } from './queries.ts'
import { proofNames } from './words.ts'

export interface ProofPaperProps {
  issued: Issued
  certificate: Certificate
  onClose: () => void
}

/** One proof as its paper: pages, zoom, and to be kept. */
export function ProofPaper({ issued, certificate, onClose }: ProofPaperProps) {
  const { certificateNo, kind } = certificate
  const link = useQuery(paperUrlQuery(issued.asked, certificateNo))
  const { data, share, error } = usePdf(link.data)
  const name = proofNames[kind]

  return (
    <Screen
      title={name}
      onBack={onClose}
      footer={
        data && (
          <ButtonLink href={data.blobUrl} download={`${name}-${certificateNo}.pdf`}>
            下载 PDF
          </ButtonLink>
        )
      }
    >
      <QueryState
        // A link that was tried is spent: asking again begins with a new one.
        query={{ data, error: link.error ?? error, refetch: link.refetch }}
        skeleton={
          <>
            <SkeletonLines count={12} />
            <p className="small ink-2 centre tabular">正在打开 {Math.round(share * 100)}%</p>
          </>
        }
      >
        {({ pdf }) => <PdfViewer pdf={pdf} />}
      </QueryState>
    </Screen>
  )
}
