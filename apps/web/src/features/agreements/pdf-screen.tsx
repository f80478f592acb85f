import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { ErrorInPlace, SkeletonLines } from '@qingzhou/ui/feedback'
import { Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { back, numberInLink } from '#platform/navigation/navigation.ts'
import { PdfViewer } from '#shared/files/pdf-viewer.tsx'
import { usePdf } from '#shared/files/use-pdf.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { signedAgreementQuery } from './queries.ts'

/** A signed agreement as PDF, with zoom and download. */
export default function PdfScreen() {
  const agreementNo = numberInLink('agreementNo')
  if (agreementNo !== undefined) return <AgreementPdf agreementNo={agreementNo} />
  return (
    <Screen title={routes.agreements.pdf.title} onBack={back}>
      <ErrorInPlace title="没有找到这份协议">链接不完整，请返回上一页重新打开</ErrorInPlace>
    </Screen>
  )
}

function AgreementPdf({ agreementNo }: { agreementNo: string }) {
  const pdf = useAgreementPdf(agreementNo)
  return (
    <Screen
      title={pdf.title ?? routes.agreements.pdf.title}
      onBack={back}
      footer={
        pdf.data && (
          <ButtonLink href={pdf.data.blobUrl} download={`${pdf.title ?? '协议'}.pdf`}>
            下载 PDF
          </ButtonLink>
        )
      }
    >
      <QueryState
        query={pdf}
        skeleton={
          <>
            <SkeletonLines count={12} />
            <p className="small ink-2 centre tabular">正在打开 {Math.round(pdf.share * 100)}%</p>
          </>
        }
      >
        {({ pdf }) => <PdfViewer pdf={pdf} />}
      </QueryState>
    </Screen>
  )
}

/** The PDF of a signed agreement: requests a new link and uses it at once. */
function useAgreementPdf(agreementNo: string) {
  const agreement = useQuery(signedAgreementQuery(agreementNo))
  const pdf = usePdf(agreement.data?.pdfUrl)
  return {
    title: agreement.data?.title,
    share: pdf.share,
    data: pdf.data,
    error: agreement.error ?? pdf.error,
    // A link is valid once: a retry requests a new one.
    refetch: agreement.refetch,
  }
}
