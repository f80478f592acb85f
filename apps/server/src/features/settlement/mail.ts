import { lender } from '@qingzhou/domain/lender'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Mail } from '#platform/outbox/index.ts'
import { titles } from './certificate-paper.ts'
import type { IssuedCertificate } from './certificate-store.ts'
import { groupedCode } from './check-code.ts'

/** The mail that brings certificates. */
export function mailWith(
  certificates: readonly IssuedCertificate[],
  {
    customer,
    requestNo,
    to,
  }: { readonly customer: CustomerNo; readonly requestNo: string; readonly to: string },
): Mail {
  const [first] = certificates
  const title = first ? titles[first.kind] : ''
  return {
    customer,
    messageNo: `certificates-${requestNo}`,
    kind: 'certificates',
    to,
    subject: `【${lender.product}】您的${title}（${certificates.length} 份）`,
    text: wordsFor(certificates, title),
    papers: certificates.map(({ certificateNo }) => ({
      kind: 'certificate',
      reference: certificateNo,
    })),
  }
}

function wordsFor(certificates: readonly IssuedCertificate[], title: string): string {
  const list = certificates.map(
    ({ certificateNo, checkCode }, index) =>
      `${index + 1}. ${certificateNo}，校验码 ${groupedCode(checkCode)}`,
  )
  return [
    `您好，您要的 ${certificates.length} 份${title}见附件：`,
    ...list,
    '',
    '附件带有数字签名，收到证明的人可以用证明上的二维码或校验码核验，无需登录。',
    `附件含个人信息，请妥善保管。如果不是您本人操作，请致电 ${lender.servicePhone}（${lender.serviceHours}）。`,
    lender.company,
  ].join('\n')
}
