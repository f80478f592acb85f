import { randomBytes } from 'node:crypto'
import { pages } from '@qingzhou/contract/pages'
import type {
  CertificateKind,
  settlementShapes,
} from '@qingzhou/contract/features/repayment/settlement'
import type { Output } from '@qingzhou/contract/wire/shape'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { lender } from '@qingzhou/platform/config/brand'
import { networkOf, type Caller } from '@qingzhou/platform/caller'
import type { CustomerNo } from '@qingzhou/platform/ids'
import {
  paragraph,
  type PrintableDocument,
  type PrintedDocument,
} from '@qingzhou/platform/documents/document'
import { requireAllowance } from '@qingzhou/platform/network-allowance'
import type { Services } from '#services.ts'
import { findCertificateByCode, findCertificates } from './certificate-store.ts'
import type { CertificateFacts } from './list-settled-loans.ts'
import type { Holder } from './certificate-text.ts'
import { voidSince } from './void-certificates.ts'

/** Crockford base32: without I, L, O and U, which are easily confused. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const BITS_EACH = 5
const LENGTH = 16

/** Eighty random bits, so that codes cannot be guessed. */
export function newCheckCode(): string {
  const bits = BigInt(`0x${randomBytes((LENGTH * BITS_EACH) / 8).toString('hex')}`)
  return Array.from({ length: LENGTH }, (_, index) => {
    const place = BigInt((LENGTH - 1 - index) * BITS_EACH)
    return ALPHABET.charAt(Number((bits >> place) & 31n))
  }).join('')
}

/** The printed form, in groups of four. */
export function groupedCode(code: string): string {
  return code.replace(/.{4}(?=.)/g, '$&-')
}

/** Normalises typed input: upper case, no separators, look-alikes replaced. */
export function normaliseCode(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll('U', 'V')
}

export const titles: Record<CertificateKind, string> = {
  settlement: '结清证明',
  statement: '信贷账户证明',
}

type Issue = {
  readonly facts: CertificateFacts
  readonly holder: Holder
  readonly certificateNo: string
  readonly checkCode: string
  readonly issuedOn: LocalDate
  readonly signedAt: Date
  readonly publicOrigin: string
}

/** The document to sign: the certified facts and how to verify them. */
export function writeCertificate(issue: Issue): PrintableDocument {
  const { facts, holder, certificateNo, issuedOn, signedAt } = issue
  const code = groupedCode(issue.checkCode)
  const page = `${issue.publicOrigin}/#${pages.servicePage.replace(':name', 'verify')}`
  return {
    title: titles[facts.kind],
    blocks: [
      ...facts.words(holder),
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

/** The file as issued; undefined if the customer has no such certificate, or it is void. */
export async function certificateFile(
  { database, vault, files }: Pick<Services, 'database' | 'vault' | 'files'>,
  { customer, certificateNo }: { readonly customer: CustomerNo; readonly certificateNo: string },
): Promise<PrintedDocument | undefined> {
  const [issued] = await findCertificates(database, vault, {
    customer,
    certificateNos: [certificateNo],
  })
  if (issued && (await voidSince(database, customer, issued)) !== undefined) return undefined
  const pdf = issued && (await files.read({ customer, fileNo: issued.fileNo }))
  return pdf && { title: `${titles[issued.kind]}-${certificateNo}`, pdf }
}

type Answer = Output<(typeof settlementShapes)['verify']>

/**
 * Returns the public data of a certificate by its check code. Any input is looked up in the same
 * way, and a miss gives no reason.
 */
export async function verifyCertificate(
  services: Pick<Services, 'database' | 'vault' | 'limiter'>,
  { ip }: Pick<Caller, 'ip'>,
  { checkCode }: { readonly checkCode: string },
): Promise<Answer> {
  const { database, vault } = services
  await requireAllowance(services, {
    key: `verify:network:${networkOf(ip)}`,
    limit: 30,
    windowSeconds: 600,
  })
  const found = await findCertificateByCode(database, vault, normaliseCode(checkCode))
  if (!found) return {}
  const { customer, kind, certificateNo, holder, issuedOn, loan, digest } = found
  return {
    certificate: {
      kind,
      certificateNo,
      lenderName: lender.company,
      holder,
      issuedOn,
      loanNo: loan?.loanNo,
      amount: loan?.amount,
      settledOn: loan?.settledOn,
      digest: digest.toString('hex'),
      voidSince: await voidSince(database, customer, found),
    },
  }
}
