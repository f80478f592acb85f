import sharp from 'sharp'
import type { FacePurpose } from '@qingzhou/contract/features/identity'
import { setFault } from '#features/onboarding/testing/visitor.ts'
import type { TestProduct } from '#testing/product.ts'
import type { TestStaff } from '#testing/staff.ts'
import type { Applicant } from './applicant.ts'

/** A frame without a face: sufficient where the judgement is preset. */
export async function emptyFrames() {
  const create = { width: 120, height: 160, channels: 3, background: '#567' } as const
  const image = (await sharp({ create }).jpeg().toBuffer()).toString('base64')
  return [{ action: 'front' as const, image }]
}

/** A check that the face service is unsure about; returns how it was answered. */
export async function checkUnsurely(
  product: TestProduct,
  { client }: Pick<Applicant, 'client'>,
  check: { readonly purpose: FacePurpose; readonly businessNo?: string } = { purpose: 'credit' },
) {
  const { identity } = client.api
  await setFault(product, { provider: 'face', unsure: true })
  try {
    const { faceSessionNo } = await identity.openFaceSession(check)
    const { faceToken } = await identity.faceChallenge({ faceSessionNo })
    const answer = { faceSessionNo, faceToken, frames: await emptyFrames() }
    return { faceSessionNo, answer, result: await identity.faceResult(answer) }
  } finally {
    await setFault(product, { provider: 'face', unsure: false })
  }
}

export async function readFaceQueue({ client }: TestStaff) {
  const { rows } = await client.api['console-queues'].reviews({
    filters: { kind: 'face' },
    sort: { by: 'since', order: 'up' },
    limit: 50,
  })
  return rows
}

/** The item in the queue that belongs to a customer. */
export async function findFaceItem(reviewer: TestStaff, { customer }: Pick<Applicant, 'customer'>) {
  const own = (await readFaceQueue(reviewer)).filter((row) => row.customer === customer)
  if (own.length > 1) throw new Error(`${own.length} checks of ${customer} wait`)
  return own[0]
}
