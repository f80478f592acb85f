import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Button, ButtonLink, ButtonPair } from '@qingzhou/ui/inputs'
import { Card, Pairs, Screen } from '@qingzhou/ui/layout'
import { ErrorInPlace, SkeletonCards } from '@qingzhou/ui/feedback'
import { toast } from '@qingzhou/ui/overlays'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { browserKind } from '#platform/browser/browser.ts'
import { addressOf, back, numberInLink } from '#platform/navigation/navigation.ts'
import { formatDay, formatTime } from '#shared/pages/figures.ts'
import { savePdf } from '#shared/files/use-pdf.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { Article } from './agreement-text.tsx'
import { newPdfUrl, type SignedAgreement, signedAgreementQuery } from './queries.ts'
import { SendByEmail } from './send-by-email.tsx'

const { title } = routes.agreements.signedAgreement

/** One signed agreement: text, PDF and mail. */
export default function SignedAgreementScreen() {
  const agreementNo = numberInLink('agreementNo')
  if (agreementNo !== undefined) return <Signed agreementNo={agreementNo} />
  return (
    <Screen title={title} onBack={back}>
      <ErrorInPlace title="没有找到这份协议">链接不完整，请返回上一页重新打开</ErrorInPlace>
    </Screen>
  )
}

function Signed({ agreementNo }: { agreementNo: string }) {
  const agreement = useQuery(signedAgreementQuery(agreementNo))
  const [isSending, setSending] = useState(false)

  return (
    <Screen
      title={title}
      onBack={back}
      footer={
        agreement.data && (
          <Button opensDialog onPress={() => setSending(true)}>
            发送到邮箱
          </Button>
        )
      }
      footerNote={
        agreement.data &&
        browserKind() === 'messenger' &&
        '在消息应用里可能无法保存文件，建议发送到邮箱'
      }
    >
      <QueryState query={agreement} skeleton={<SkeletonCards count={2} />}>
        {(signed) => (
          <div className="stack stack-3">
            <PdfLink signed={signed} />
            <Article title={signed.title} blocks={signed.blocks} />
            <SendByEmail open={isSending} agreements={[signed]} onClose={() => setSending(false)} />
          </div>
        )}
      </QueryState>
    </Screen>
  )
}

function PdfLink({ signed }: { signed: SignedAgreement }) {
  const { agreementNo, signedAt, version, hash, loan } = signed
  const facts = [
    { label: '签署时间', value: <span className="tabular">{formatTime(signedAt)}</span> },
    ...(loan
      ? [
          {
            label: '所属借款',
            value: `${formatDay(loan.drawnOn)}借款 ${displayYuan(loan.amount)} 元`,
          },
        ]
      : []),
    { label: '版本', value: version },
    { label: '内容校验', value: <span className="tabular">{hash.slice(0, 16)}</span> },
  ]
  return (
    <Card title="签署信息">
      <Pairs pairs={facts} />
      <ButtonPair>
        <ButtonLink
          kind="quiet"
          href={`#${addressOf(routes.agreements.pdf)}?agreementNo=${agreementNo}`}
        >
          查看 PDF
        </ButtonLink>
        <Button kind="quiet" onPress={async () => download(signed)}>
          下载 PDF
        </Button>
      </ButtonPair>
    </Card>
  )
}

async function download(signed: SignedAgreement): Promise<void> {
  try {
    await downloadAgreement(signed)
  } catch (error) {
    toast(error instanceof ApiError ? error.message : '下载失败，请稍后再试')
  }
}

/** Downloads the PDF of a signed agreement. The link is valid once, so a new one is requested. */
async function downloadAgreement({
  agreementNo,
  title,
}: {
  readonly agreementNo: string
  readonly title: string
}): Promise<void> {
  await savePdf({ url: await newPdfUrl(agreementNo), fileName: `${title}.pdf` })
}
