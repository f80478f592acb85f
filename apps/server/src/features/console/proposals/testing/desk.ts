import { createHash, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { SMALL_PART_BYTES } from '@qingzhou/contract/wire/files'
import type { Input } from '@qingzhou/contract/wire/shape'
import type { consoleProposalsShapes } from '@qingzhou/contract/features/console/proposals'
import { CallRefused, type Api } from '#testing/client.ts'
import type { TestProduct } from '#testing/product.ts'
import { newStaff, type TestStaff } from '#testing/staff.ts'

export type Member = TestStaff & { readonly calls: Api['console-proposals'] }
export type AnyAct = Input<(typeof consoleProposalsShapes)['propose']>

/** A member of staff at the console. */
export async function newMember(
  product: TestProduct,
  roles: Parameters<typeof newStaff>[1],
  options: Parameters<typeof newStaff>[2] = {},
): Promise<Member> {
  const staff = await newStaff(product, roles, options)
  return { ...staff, calls: staff.client.api['console-proposals'] }
}

export function actOf(kind: string, parameters: AnyAct['parameters']): AnyAct {
  return { kind, parameters, reason: '客户来电' }
}

/** Adds a picture to a proposal. */
export async function addPicture(
  { calls }: Pick<Member, 'calls'>,
  { proposalNo, fileName }: { readonly proposalNo: string; readonly fileName: string },
): Promise<void> {
  const bytes = await photograph()
  const upload = {
    proposalNo,
    uploadNo: randomBytes(16).toString('hex'),
    fileName,
    size: bytes.length,
    digest: createHash('sha256').update(bytes).digest('hex'),
  }
  let isAdded = false
  for (let at = 0; at * SMALL_PART_BYTES < bytes.length; at += 1) {
    const part = bytes.subarray(at * SMALL_PART_BYTES, (at + 1) * SMALL_PART_BYTES)
    const sent = { ...upload, part: { at, bytes: part.toString('base64') } }
    isAdded = (await calls.addEvidence(sent)).isAdded
  }
  if (!isAdded) throw new Error(`${proposalNo}: the picture was not added`)
}

function photograph(): Promise<Buffer> {
  const size = { width: 900, height: 600, channels: 3 } as const
  return sharp({
    create: { ...size, background: '#8fb7c4', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })
    .jpeg()
    .toBuffer()
}

/** Approves a proposal as it is now. */
export async function approveNow({ calls }: Member, proposalNo: string) {
  const { version } = await calls.one({ proposalNo })
  return calls.approve({ proposalNo, version })
}

/** The message of a refused call; undefined if it succeeded. */
export async function catchMessage(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof CallRefused) return error.answer.message
    throw error
  }
}
