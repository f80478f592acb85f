import type { FileRecord } from '@qingzhou/contract/wire/files'
import sharp from 'sharp'
import { announceFile, partsOf, type AnnouncedPart } from '@qingzhou/platform/files/testing/parts'
import { openLoanUseEvidence } from '#features/evidence/index.ts'
import { newPayer, type Payer } from '#features/repayment/testing/payer.ts'
import type { TestProduct } from '#testing/product.ts'

export type EvidenceBorrower = Payer & { readonly evidenceNo: string }

/** Creates a borrower whose loan needs loan-use evidence. */
export async function newEvidenceBorrower(product: TestProduct): Promise<EvidenceBorrower> {
  const payer = await newPayer(product)
  return { ...payer, evidenceNo: await openTestEvidence(product, payer) }
}

/** Requests loan-use evidence with the usual due date, counted from today. */
export async function openTestEvidence(product: TestProduct, payer: Payer): Promise<string> {
  const { services } = product
  const { customer, loanNo } = payer
  const bookedOn = await services.businessDate()
  await services.database.inTransaction((tx) =>
    openLoanUseEvidence(tx, services, { customer, loanNo, bookedOn }),
  )
  const [row] = await services.database.query<{ evidence_no: string }>(
    'SELECT evidence_no FROM evidence WHERE customer_no = $1 AND loan_no = $2',
    [customer, loanNo],
  )
  return row?.evidence_no ?? ''
}

let pictures = 0

/** A unique photo. Noise does not compress, so a large one takes several parts. */
export async function photo({ side = 40 } = {}): Promise<Buffer> {
  pictures += 1
  const noise = { type: 'gaussian', mean: 100 + pictures, sigma: 60 } as const
  return sharp({ create: { width: side, height: side, channels: 3, background: 'teal', noise } })
    .png()
    .toBuffer()
}

type Send = (
  input: AnnouncedPart & {
    readonly evidenceNo: string
    readonly part?: { readonly at: number; readonly bytes: string }
  },
) => Promise<{ readonly parts: number; readonly file?: FileRecord | undefined }>

/** Uploads a file in parts; returns the stored file. */
export async function sendFile(
  send: Send,
  { evidenceNo, bytes, fileName }: { evidenceNo: string; bytes?: Buffer; fileName?: string },
): Promise<FileRecord> {
  const whole = bytes ?? (await photo())
  const file = announceFile(whole, fileName === undefined ? {} : { fileName })
  let answer: Awaited<ReturnType<Send>> = { parts: 0 }
  for (const part of partsOf(whole)) answer = await send({ ...file, evidenceNo, part })
  if (!answer.file) throw new Error(`evidence ${evidenceNo}: no file after the last part`)
  return answer.file
}

/** Uploads one photo and submits it. */
export async function submitPhoto({ client, evidenceNo }: EvidenceBorrower): Promise<FileRecord> {
  const file = await sendFile(client.api.evidence.upload, { evidenceNo })
  await client.api.evidence.submit({ evidenceNo, fileNos: [file.fileNo] })
  return file
}

export const readEvidenceState = async ({ client, evidenceNo }: EvidenceBorrower) =>
  (await client.api.evidence.list({ evidenceNo })).evidenceList[0]?.state
