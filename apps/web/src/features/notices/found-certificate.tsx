import { displayYuan } from '@qingzhou/domain/money/money'
import { Card } from '@qingzhou/ui/card'
import { SettledDrawing } from '@qingzhou/ui/illustrations'
import { Pairs } from '@qingzhou/ui/pairs'
import { Result } from '@qingzhou/ui/result'
import { CompareFile } from './compare-file.tsx'
import type { VerifiedCertificate } from './verify-query.ts'

const kinds = { settlement: '结清证明', statement: '信贷账户证明' } as const

/** That there is such a proof, what it says, and how to see that the file at hand is it. */
export function FoundCertificate({ certificate }: { certificate: VerifiedCertificate }) {
  return (
    <>
      <Result
        drawing={<SettledDrawing />}
        title="确有这份证明"
        sentence={`这份${kinds[certificate.kind]}由${certificate.lenderName}开具。请核对下面的内容与证明上写的是否一致。`}
      />
      <Card title="证明内容">
        <Pairs pairs={factsOf(certificate)} />
      </Card>
      <CompareFile digest={certificate.digest} />
    </>
  )
}

function factsOf(certificate: VerifiedCertificate) {
  const { kind, certificateNo, holder, issuedOn, loanNo, amount, settledOn } = certificate
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['证明类型', kinds[kind]],
    ['证明编号', certificateNo],
    ['持有人', holder],
    ['开具日期', issuedOn],
    ['借据编号', loanNo],
    ['借款金额', amount === undefined ? undefined : `${displayYuan(amount)} 元`],
    ['结清日期', settledOn],
  ]
  return facts.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]))
}
