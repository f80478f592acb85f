import type { CertificateKind } from '@qingzhou/contract/settlement'
import { pages } from '@qingzhou/contract/pages'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { lender } from '@qingzhou/domain/lender'
import { paragraph } from '#platform/documents/blocks.ts'
import type { Paper } from '#platform/documents/paper.ts'
import { groupedCode } from './check-code.ts'
import type { Proven } from './proven.ts'
import type { Holder } from './words.ts'

export const titles: Record<CertificateKind, string> = {
  settlement: '结清证明',
  statement: '信贷账户证明',
}

type Issue = {
  readonly proven: Proven
  readonly holder: Holder
  readonly certificateNo: string
  readonly checkCode: string
  readonly issuedOn: LocalDate
  readonly signedAt: Date
  readonly publicOrigin: string
}

/** The paper that is signed: what it proves, and how anybody can check that it does. */
export function certificatePaper(issue: Issue): Paper {
  const { proven, holder, certificateNo, issuedOn, signedAt } = issue
  const code = groupedCode(issue.checkCode)
  const page = `${issue.publicOrigin}/#${pages.servicePage.replace(':name', 'verify')}`
  return {
    title: titles[proven.kind],
    blocks: [
      ...proven.words(holder),
      paragraph(
        `核验方法：扫描下方二维码，或打开 ${page} 输入校验码，无需登录。电子文件带有数字签名，改动任何内容都会使签名失效。如有疑问，请致电 ${lender.servicePhone}（${lender.serviceHours}）。`,
      ),
    ],
    seal: {
      signer: lender.company,
      signedAt,
      lines: [
        '电子签章（数字签名）',
        `开具日期 ${issuedOn}`,
        `证明编号 ${certificateNo}`,
        `校验码 ${code}`,
      ],
      link: `${page}?code=${code}`,
    },
    foot: `证明编号 ${certificateNo} · 校验码 ${code}`,
  }
}
