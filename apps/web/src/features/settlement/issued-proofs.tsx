import { useState } from 'react'
import type { Certificate } from '@qingzhou/contract/settlement'
import { Button } from '@qingzhou/ui/button'
import { ButtonPair } from '@qingzhou/ui/button-pair'
import { Card } from '@qingzhou/ui/card'
import { SettledDrawing } from '@qingzhou/ui/illustrations'
import { Pairs } from '@qingzhou/ui/pairs'
import { Result } from '@qingzhou/ui/result'
import { Screen } from '@qingzhou/ui/screen'
import { toast } from '@qingzhou/ui/toast'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api-error.ts'
import { go } from '#platform/navigation.ts'
import { savePdf } from '#shared/files/save-pdf.ts'
import { ProofPaper } from './proof-paper.tsx'
import { newPaperUrl, type Issued } from './queries.ts'
import { proofNames } from './words.ts'

/** What was issued: on its way by mail, and here to be read and kept. */
export function IssuedProofs({ issued }: { issued: Issued }) {
  const { certificates, sentTo } = issued.proof
  const [read, setRead] = useState<Certificate>()
  if (read) {
    return <ProofPaper issued={issued} certificate={read} onClose={() => setRead(undefined)} />
  }

  return (
    <Screen
      title={routes.settlement.sendProof.title}
      onBack={() => void leave()}
      footer={<Button onPress={leave}>完成</Button>}
    >
      <Result
        drawing={<SettledDrawing />}
        title={`已开具 ${certificates.length} 份${proofNames[issued.asked.kind]}`}
        sentence={
          sentTo === undefined
            ? '可以在下面查看和下载。'
            : `正在送往 ${sentTo}，通常 1 分钟内送达。没有收到时，请看看垃圾邮件。`
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
  await go(routes.settlement.chooseProof, { replace: true })
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
    <Card title={proofNames[kind]}>
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

async function save({ asked }: Issued, { certificateNo, kind }: Certificate): Promise<void> {
  try {
    const url = await newPaperUrl(asked, certificateNo)
    await savePdf({ url, fileName: `${proofNames[kind]}-${certificateNo}.pdf` })
  } catch (error) {
    toast(error instanceof ApiError ? error.message : '没有下载成功，请稍后再试')
  }
}
