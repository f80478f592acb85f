import type { settlementShapes } from '@qingzhou/contract/features/repayment/settlement'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { lender } from '@qingzhou/platform/config/brand'
import { chosenAddress, isOwnEmail, maskedEmail, saveUsedEmail } from '#features/profile/index.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { createDocumentLink } from '@qingzhou/platform/documents/document-link-store'
import { digestOf } from '@qingzhou/platform/canonical-json'
import type { Mail } from '@qingzhou/platform/outbox/mail-store'
import { enqueueMail, requireMailAllowance } from '@qingzhou/platform/outbox/enqueue-sms'
import { Refused } from '@qingzhou/platform/refused'
import { requireAllowance } from '@qingzhou/platform/network-allowance'
import type { Services } from '#services.ts'
import { groupedCode, titles } from './certificate-document.ts'
import type { IssuedCertificate } from './certificate-store.ts'
import { findCertificates } from './certificate-store.ts'
import type { FactsOfCertificate } from './issue-certificate.ts'
import { findOrIssueCertificate } from './issue-certificate.ts'
import { settlementOf, statementOf } from './list-settled-loans.ts'
import { readAccounts } from './read-accounts.ts'
import type { RequestRecord } from './request-store.ts'
import { findRequest, insertRequest } from './request-store.ts'
import { requireValid } from './void-certificates.ts'
import { requireSameRequest } from '@qingzhou/platform/idempotency'

type ApplyForCertificatesInput = Input<(typeof settlementShapes)['apply']>
type Answer = Output<(typeof settlementShapes)['apply']>

/**
 * Issues certificates, or finds those already issued, and mails them if requested.
 *
 * The client chooses `requestNo`: a repeated request sends one mail and returns the same
 * certificates.
 */
export async function applyForCertificates(
  services: Pick<
    Services,
    | 'database'
    | 'vault'
    | 'limiter'
    | 'files'
    | 'tasks'
    | 'now'
    | 'printer'
    | 'signer'
    | 'publicOrigin'
  >,
  customer: CustomerNo,
  input: ApplyForCertificatesInput,
): Promise<Answer> {
  const { database } = services
  const key = { customer, requestNo: input.requestNo }
  const fingerprint = digestOf(input)
  const earlier = await findRequest(database, services, key)
  if (earlier) return sameAnswer(services, customer, { earlier, fingerprint })

  await requireCalm(services, { key: `certificates:customer:${customer}`, limit: 30 })
  const to = isSent(input) ? await chosenAddress(services, customer, input) : undefined
  if (to !== undefined) {
    const isOwn = await isOwnEmail(services, { customer, address: to })
    await requireMailAllowance(services, { customer, to, isOwn })
  }
  const certificates = await certificatesFor(services, customer, input)
  const certificateNos = certificates.map(({ certificateNo }) => certificateNo)
  const sentTo = to === undefined ? undefined : maskedEmail(to)
  const isFirst = await database.inTransaction(async (tx) => {
    const isNew = await insertRequest(tx, services, { ...key, fingerprint, certificateNos, sentTo })
    if (!isNew || to === undefined) return isNew
    await enqueueMail(tx, services, mailWith(certificates, { ...key, to }))
    await saveUsedEmail(tx, services, { customer, address: to })
    return isNew
  })
  // A concurrent duplicate was first: return its answer.
  if (!isFirst) return applyForCertificates(services, customer, input)
  return { certificates: await linkCertificates(services, customer, certificates), sentTo }
}

async function sameAnswer(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'now'>,
  customer: CustomerNo,
  { earlier, fingerprint }: { readonly earlier: RequestRecord; readonly fingerprint: Buffer },
): Promise<Answer> {
  requireSameRequest(earlier, { fingerprint })
  // Higher limit: creating links for up to twenty certificates is cheap.
  await requireCalm(services, { key: `certificates-again:customer:${customer}`, limit: 200 })
  const { certificateNos, sentTo } = earlier
  const found = await findCertificates(services.database, services.vault, {
    customer,
    certificateNos,
  })
  await requireValid(services.database, customer, found)
  return { certificates: await linkCertificates(services, customer, found), sentTo }
}

async function requireCalm(
  services: Pick<Services, 'limiter'>,
  allowance: { readonly key: string; readonly limit: number },
): Promise<void> {
  await requireAllowance(services, { ...allowance, windowSeconds: 600 })
}

/** All or none: refuses before the first certificate is issued. */
async function certificatesFor(
  services: Pick<
    Services,
    'database' | 'vault' | 'files' | 'now' | 'printer' | 'signer' | 'publicOrigin'
  >,
  customer: CustomerNo,
  input: ApplyForCertificatesInput,
): Promise<IssuedCertificate[]> {
  const wanted = factsOfRequest(input)
  const accounts = await readAccounts(services.database, customer)
  for (const one of wanted) one(accounts)
  const certificates: IssuedCertificate[] = []
  for (const one of wanted) certificates.push(await findOrIssueCertificate(services, customer, one))
  return certificates
}

function factsOfRequest({
  kind,
  loanNos,
}: ApplyForCertificatesInput): readonly FactsOfCertificate[] {
  if (kind === 'statement') return [statementOf]
  if (loanNos === undefined) {
    throw new Refused({ kind: 'field-invalid', message: '请选择要开具证明的借款' })
  }
  return [...new Set(loanNos)].map((loanNo) => (accounts) => settlementOf(accounts, loanNo))
}

function isSent({ email, emailNo }: ApplyForCertificatesInput): boolean {
  return email !== undefined || emailNo !== undefined
}

/** Adds a one-time link to each certificate's file. */
async function linkCertificates(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  customer: CustomerNo,
  certificates: readonly IssuedCertificate[],
): Promise<Answer['certificates']> {
  return Promise.all(
    certificates.map(async ({ certificateNo, kind, checkCode, loan, issuedOn }) => ({
      certificateNo,
      kind,
      checkCode: groupedCode(checkCode),
      loanNo: loan?.loanNo,
      issuedOn,
      pdfUrl: await createDocumentLink(services.database, services, {
        customer,
        kind: 'certificate',
        reference: certificateNo,
      }),
    })),
  )
}

/** The mail with the certificates attached. */
function mailWith(
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
    text: mailText(certificates, title),
    documents: certificates.map(({ certificateNo }) => ({
      kind: 'certificate',
      reference: certificateNo,
    })),
  }
}

function mailText(certificates: readonly IssuedCertificate[], title: string): string {
  const list = certificates.map(
    ({ certificateNo, checkCode }, index) =>
      `${index + 1}. ${certificateNo}，校验码 ${groupedCode(checkCode)}`,
  )
  return [
    `您好，您申请的 ${certificates.length} 份${title}见附件：`,
    ...list,
    '',
    '附件带有数字签名，用证单位可以用证明上的二维码或校验码核验，无需登录。',
    `附件含个人信息，请妥善保管。如果不是您本人操作，请致电 ${lender.servicePhone}（${lender.serviceHours}）。`,
    lender.company,
  ].join('\n')
}
