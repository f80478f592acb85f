import type { FileRecord } from '@qingzhou/contract/files'
import sharp from 'sharp'
import { announced, partsOf, type Announced } from '#platform/files/testing/parts.ts'
import { openLoanUseProof } from '#features/proofs/index.ts'
import { newPayer, type Payer } from '#features/repayment/testing/payer.ts'
import type { TestProduct } from '#testing/product.ts'

export type Prover = Payer & { readonly proofNo: string }

/** Somebody whose loan has to be accounted for. */
export async function newProver(product: TestProduct): Promise<Prover> {
  const payer = await newPayer(product)
  return { ...payer, proofNo: await proofFor(product, payer) }
}

/** Asks for a proof of use, due so long after today as after any booking. */
export async function proofFor(product: TestProduct, payer: Payer): Promise<string> {
  const { services } = product
  const { customer, loanNo } = payer
  const bookedOn = await services.businessDate()
  await services.database.inTransaction((tx) =>
    openLoanUseProof(tx, services, { customer, loanNo, bookedOn }),
  )
  const [row] = await services.database.query<{ proof_no: string }>(
    'SELECT proof_no FROM proofs WHERE customer_no = $1 AND loan_no = $2',
    [customer, loanNo],
  )
  return row?.proof_no ?? ''
}

let pictures = 0

/** A photo that differs from every other; noise does not get smaller, so it may take several parts. */
export async function photo({ side = 40 } = {}): Promise<Buffer> {
  pictures += 1
  const noise = { type: 'gaussian', mean: 100 + pictures, sigma: 60 } as const
  return sharp({ create: { width: side, height: side, channels: 3, background: 'teal', noise } })
    .png()
    .toBuffer()
}

type Send = (
  input: Announced & {
    readonly proofNo: string
    readonly part?: { readonly at: number; readonly bytes: string }
  },
) => Promise<{ readonly parts: number; readonly file?: FileRecord | undefined }>

/** Sends a file, part after part, and answers what was kept. */
export async function sent(
  send: Send,
  { proofNo, bytes, fileName }: { proofNo: string; bytes?: Buffer; fileName?: string },
): Promise<FileRecord> {
  const whole = bytes ?? (await photo())
  const file = announced(whole, fileName === undefined ? {} : { fileName })
  let answer: Awaited<ReturnType<Send>> = { parts: 0 }
  for (const part of partsOf(whole)) answer = await send({ ...file, proofNo, part })
  if (!answer.file) throw new Error('the last part brings the file')
  return answer.file
}

/** Uploads one photo and hands it in. */
export async function handedIn({ client, proofNo }: Prover): Promise<FileRecord> {
  const file = await sent(client.api.proofs.upload, { proofNo })
  await client.api.proofs.submit({ proofNo, fileNos: [file.fileNo] })
  return file
}

export const stateOf = async ({ client, proofNo }: Prover) =>
  (await client.api.proofs.list({ proofNo })).proofs[0]?.state
