import { signingCode } from '#features/onboarding/testing/signing-code.ts'
import { sendFile } from '#features/evidence/testing/evidence-borrower.ts'
import type { TestProduct } from '#testing/product.ts'
import type { Payer } from './payer.ts'

/** The quote of a forbearance, as the form shows it. */
export async function quoteForbearance(
  { client }: Payer,
  request: { readonly loanNo: string; readonly days: number },
) {
  const { quote } = await client.api.repayment.applyForForbearance({ act: 'quote', ...request })
  if (!quote) throw new Error('answer without a quote')
  return quote
}

/** The agreement of a forbearance, as the form shows it. */
export async function texts(
  { client }: Payer,
  forbearance: { readonly loanNo: string; readonly days: number },
) {
  const { agreements } = await client.api.agreements.toConfirm({
    eventType: '0402',
    prodSubNo: '103001',
    channelCode: '1000000001',
    hasFund: false,
    forbearance,
  })
  return agreements
}

/** Opens an application, uploads a photo to it and requests the code for its signature. */
export async function prepareApplication(
  product: TestProduct,
  payer: Payer,
  loanNo = payer.loanNo,
) {
  const { repayment } = payer.client.api
  const { applications } = await repayment.applyForForbearance({ act: 'open', loanNo })
  const evidenceNo =
    applications.find(({ evidence }) => evidence.loanNo === loanNo)?.evidence.evidenceNo ?? ''
  const file = await sendFile(repayment.uploadForbearanceEvidence, { evidenceNo })
  const submission = {
    act: 'submit' as const,
    evidenceNo,
    days: 60,
    forbearanceReason: 'disaster' as const,
    note: '房屋受淹，店铺停业',
    fileNos: [file.fileNo],
    quoteId: (await quoteForbearance(payer, { loanNo, days: 60 })).quoteId,
    agreed: (await texts(payer, { loanNo, days: 60 })).map(({ code, version }) => ({
      code,
      version,
    })),
    dynamicCode: await signingCode(product, payer),
  }
  return { evidenceNo, submission }
}
