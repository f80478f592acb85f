import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Certificate } from '@qingzhou/contract/features/repayment/settlement'
import { Button, ButtonLink, ButtonPair } from '@qingzhou/ui/inputs'
import { Card, Pairs, Screen } from '@qingzhou/ui/layout'
import { Empty, Result, SkeletonLines } from '@qingzhou/ui/feedback'
import { SettledDrawing } from '@qingzhou/ui/graphics'
import { toast } from '@qingzhou/ui/overlays'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { addressOf, back, go } from '#platform/navigation/navigation.ts'
import { PdfViewer } from '#shared/files/pdf-viewer.tsx'
import { savePdf, usePdf } from '#shared/files/use-pdf.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import {
  forgetIssued,
  issuedRequest,
  keepIssued,
  useCertificateDraft,
} from './certificate-draft.ts'
import { CertificateForm } from './certificate-form.tsx'
import {
  type IssuedCertificate,
  certificateNames,
  issuedQuery,
  newPdfUrl,
  pdfUrlQuery,
} from './queries.ts'

/** The recipient, the confirmation and the certificate. */
export default function SendCertificateScreen() {
  const draft = useCertificateDraft()
  const [issued, setIssued] = useState<IssuedCertificate | undefined>()
  const [earlier] = useState(issuedRequest)
  // After a reload the same request returns the same certificates.
  const again = useQuery({ ...issuedQuery(earlier), enabled: earlier !== undefined && !issued })
  const shown = issued ?? (earlier && again.data && { request: earlier, answer: again.data })
  if (shown) return <IssuedCertificates issued={shown} />
  if (earlier) {
    return (
      <Screen title={routes.settlement.sendCertificate.title} onBack={() => void leave()}>
        <QueryState query={again} skeleton={<SkeletonLines count={6} />}>
          {() => null}
        </QueryState>
      </Screen>
    )
  }
  if (draft) {
    return (
      <CertificateForm
        draft={draft}
        onIssued={(one) => {
          keepIssued(one.request)
          setIssued(one)
        }}
      />
    )
  }

  return (
    <Screen title={routes.settlement.sendCertificate.title} onBack={back}>
      <Empty
        title="还没有选择证明"
        action={
          <ButtonLink kind="quiet" fit href={`#${addressOf(routes.settlement.chooseCertificate)}`}>
            选择证明
          </ButtonLink>
        }
      >
        请先选择要开具哪一种证明
      </Empty>
    </Screen>
  )
}

/** The issued certificates: mailed, readable and downloadable. */
function IssuedCertificates({ issued }: { issued: IssuedCertificate }) {
  const { certificates, sentTo } = issued.answer
  const [read, setRead] = useState<Certificate>()
  if (read) {
    return <CertificatePdf issued={issued} certificate={read} onClose={() => setRead(undefined)} />
  }

  return (
    <Screen
      title={routes.settlement.sendCertificate.title}
      onBack={() => void leave()}
      footer={<Button onPress={leave}>完成</Button>}
    >
      <Result
        drawing={<SettledDrawing />}
        title={`已开具 ${certificates.length} 份${certificateNames[issued.request.kind]}`}
        sentence={
          sentTo === undefined
            ? '可以在下面查看和下载。'
            : `正在发送至 ${sentTo}，通常 1 分钟内送达。如未收到，请查看垃圾邮件。`
        }
      />
      {certificates.map((certificate) => (
        <IssuedCard
          key={certificate.certificateNo}
          certificate={certificate}
          onRead={() => setRead(certificate)}
          onSave={async () => save(issued, certificate)}
        />
      ))}
    </Screen>
  )
}

async function leave() {
  forgetIssued()
  await go(routes.settlement.chooseCertificate, { replace: true })
}

interface IssuedCardProps {
  certificate: Certificate
  onRead: () => void
  onSave: () => Promise<void>
}

function IssuedCard({ certificate, onRead, onSave }: IssuedCardProps) {
  const { certificateNo, checkCode, loanNo, issuedOn, kind } = certificate
  const pairs = [
    { label: '证明编号', value: certificateNo },
    ...(loanNo === undefined ? [] : [{ label: '借据编号', value: loanNo }]),
    { label: '开具日期', value: issuedOn },
    { label: '校验码', value: <strong>{checkCode}</strong> },
  ]
  return (
    <Card title={certificateNames[kind]}>
      <div className="stack stack-3">
        <Pairs pairs={pairs} />
        <ButtonPair>
          <Button kind="quiet" onPress={onRead} label={`查看 ${certificateNo}`}>
            查看
          </Button>
          <Button kind="quiet" onPress={onSave} label={`下载 PDF ${certificateNo}`}>
            下载 PDF
          </Button>
        </ButtonPair>
      </div>
    </Card>
  )
}

async function save(
  { request }: IssuedCertificate,
  { certificateNo, kind }: Certificate,
): Promise<void> {
  try {
    const url = await newPdfUrl(request, certificateNo)
    await savePdf({ url, fileName: `${certificateNames[kind]}-${certificateNo}.pdf` })
  } catch (error) {
    toast(error instanceof ApiError ? error.message : '下载失败，请稍后再试')
  }
}

interface CertificatePdfProps {
  issued: IssuedCertificate
  certificate: Certificate
  onClose: () => void
}

/** One certificate as PDF, with zoom and download. */
function CertificatePdf({ issued, certificate, onClose }: CertificatePdfProps) {
  const { certificateNo, kind } = certificate
  const link = useQuery(pdfUrlQuery(issued.request, certificateNo))
  const { data, share, error } = usePdf(link.data)
  const name = certificateNames[kind]

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
        // A link is valid once: a retry requests a new one.
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
