import {
  findFailedCheck,
  findIdCard,
  passFaceCheck,
  returnFaceAttempts,
  type FailedCheck,
} from '#features/identity/index.ts'
import {
  customerField,
  findOpenParameters,
  propose,
  proposalKind,
  textField,
  type Acting,
  type ProposalDeps,
} from '#features/proposals/index.ts'
import { lockApplication } from '#features/applications/index.ts'
import { convertPicture } from '@qingzhou/platform/files/picture'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'

const SIDE_MAX = 640
/** A picture of that size as base64. */
const PICTURE = /^[A-Za-z0-9+/]{100,700000}={0,2}$/

type Pass = {
  readonly customer: CustomerNo
  /** A photo of the customer, taken for this comparison: JPEG as base64. */
  readonly picture: string
}

/**
 * Passes a face check that keeps failing: two members of staff have compared a photo, taken for this
 * purpose, with the identity card. The frames of the check itself are never stored.
 */
export const passFace = proposalKind<Pass>({
  kind: 'pass-face',
  fields: { customer: customerField, picture: textField(PICTURE, 'none') },
  touches: ['facts'],
  describe: async ({ database }, { customer }) => {
    const { purpose, failures } = await failedCheck(database, customer)
    return [`人脸核验（${purposes[purpose]}）：失败 ${failures} 次 → 人工比对通过`]
  },
  perform: async (services, { customer }) =>
    services.database.inTransaction(async (tx) => {
      await lockApplication(tx, services, customer)
      const { faceSessionNo, purpose } = await failedCheck(tx, customer)
      await passFaceCheck(tx, services, { customer, faceSessionNo })
      await returnFaceAttempts(tx, customer)
      const sms = smsOf('face-review/approved', {})
      await enqueueSms(tx, services, { customer, messageNo: `face-passed-${faceSessionNo}`, sms })
      return `face=${faceSessionNo} purpose=${purpose}`
    }),
})

/** The pictures differ: the check stays open, and the tries of today are given back. */
export const refuseFace = proposalKind<{ customer: CustomerNo }>({
  kind: 'refuse-face',
  isAlone: true,
  fields: { customer: customerField },
  touches: [],
  describe: async ({ database }, { customer }) => {
    const { purpose, failures } = await failedCheck(database, customer)
    return [`人脸核验（${purposes[purpose]}）：失败 ${failures} 次，不予人工通过；今日次数恢复`]
  },
  perform: async (services, { customer }) =>
    services.database.inTransaction(async (tx) => {
      const { faceSessionNo } = await failedCheck(tx, customer)
      await returnFaceAttempts(tx, customer)
      return `face=${faceSessionNo}`
    }),
})

/** Proposes to pass a face check, with the photo that both compare. */
export async function proposeFace(
  deps: ProposalDeps,
  staff: Acting,
  { customer, picture, reason }: { customer: CustomerNo; picture: Buffer; reason: string },
): Promise<{ readonly proposalNo: string; readonly lines: readonly string[] }> {
  const encoded = (await convertPicture(picture, { sideMax: SIDE_MAX })).toString('base64')
  return propose(deps, staff, {
    kind: 'pass-face',
    parameters: { customer, picture: encoded },
    reason,
  })
}

/** The pictures to compare: the identity card, and the photo of an open proposal. */
export async function facePictures(
  deps: ProposalDeps,
  staff: Acting,
  { customer }: { readonly customer: CustomerNo },
): Promise<{ readonly card: Buffer; readonly photo: Buffer | undefined }> {
  const card = await findIdCard(deps.database, deps, customer)
  if (!card) throw new Refused({ kind: 'customer-unknown' })
  await recordStaffAct(deps.database, deps, { staff, act: 'look-at-face', customer })
  const front = await deps.files.read({ customer, fileNo: card.frontFileNo })
  if (!front) throw new Refused({ kind: 'document-unknown' })
  const open = await findOpenParameters(deps, { kind: 'pass-face', customer })
  const picture = open?.['picture']
  const photo = typeof picture === 'string' ? Buffer.from(picture, 'base64') : undefined
  return { card: front, photo }
}

async function failedCheck(db: Queryable, customer: CustomerNo): Promise<FailedCheck> {
  const check = await findFailedCheck(db, customer)
  if (!check) throw new Refused({ kind: 'face-check-not-open' })
  if (check.failures === 0) throw new Refused({ kind: 'face-check-not-failed' })
  return check
}

const purposes: Record<FailedCheck['purpose'], string> = {
  credit: '申请额度',
  loan: '借款',
  plan: '个性化分期',
  phone: '更换手机号',
  amend: '更新身份信息',
  access: '恢复账户',
}
