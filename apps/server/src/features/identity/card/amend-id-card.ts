import type { Amendment, AmendmentRequest } from '@qingzhou/contract/features/profile'
import { amendmentNo } from '@qingzhou/contract/features/profile'
import { lockApplication } from '#features/applications/index.ts'
import { hasPassedFace, takePassedFace } from '#features/identity/face/face-session-store.ts'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import { newId, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import { changesBetween, amendmentRefusal, requireQuota } from './card-quotas.ts'
import { hasReplaced } from './card-history-store.ts'
import type { CheckedCard, GivenCard } from './check-card.ts'
import { checkCard, fieldsOf, isSameCard } from './check-card.ts'
import type { CardFields, CardRecord } from './id-card-store.ts'
import { findCard } from './id-card-store.ts'
import { mayAmend } from './card-on-file.ts'
import { findPhotos } from './photo-store.ts'
import { putCard } from './save-id-card.ts'
import { isInRegister } from './verify-id-number.ts'

type Deps = Pick<Services, 'vault' | 'mode' | 'today'>

/** Notifies the customer, who can then report a change they did not make. */
export async function enqueueAmendmentSms(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'tasks' | 'now'>,
  { customer, what }: { readonly customer: CustomerNo; readonly what: Amendment },
): Promise<void> {
  const sms = smsOf('identity-amended', { part: names[what] })
  const messageNo = `amended-${newId()}`
  await enqueueSms(tx, services, { customer, messageNo, sms })
}

const names: Record<Amendment, string> = {
  name: '姓名',
  idCard: '身份证信息',
  issuer: '身份证签发机关',
}

/**
 * Replaces a customer's card, once the face check against the old card has passed and the register
 * confirms name and number. As with the first card, everything is checked again inside the
 * transaction. If the old portrait is lost, no comparison is possible: the new card is then not
 * accepted for face checks for some days. Repeated calls make one change.
 */
export async function amendIdCard(
  services: Pick<
    Services,
    'database' | 'vault' | 'files' | 'tasks' | 'now' | 'providers' | 'log' | 'mode' | 'today'
  >,
  { session: { customer } }: SignedInCaller,
  { what, reason, ...input }: GivenCard & AmendmentRequest,
): Promise<{ readonly needsFace: boolean }> {
  const { database } = services
  const amendment = { customer, what, fields: fieldsOf(input) }
  const request = await findNewCard(database, services, amendment)
  if (!request) return { needsFace: false }
  const face = { customer, purpose: 'amend', businessNo: amendmentNo({ what, reason }) } as const
  const isComparable = await hasPortrait(services, { customer, card: request.earlier })
  if (isComparable && !(await hasPassedFace(database, services, face))) {
    // A concurrent call may have used the face check since the first read.
    return { needsFace: !(await isDone(database, services, amendment)) }
  }
  if (!(await isInRegister(services, customer, amendment.fields))) {
    throw new Refused({ kind: 'identity-mismatch' })
  }
  await database.inTransaction(async (tx) => {
    await lockApplication(tx, services, customer)
    const checked = await findNewCard(tx, services, amendment)
    if (!checked) return
    const isHolderSeen = isComparable && (await takePassedFace(tx, services, face))
    if (isComparable && !isHolderSeen) throw new Refused({ kind: 'verification-needed' })
    const replacement = { what, reason, isHolderSeen }
    await putCard(tx, services, { ...checked, customer, replacement })
    await enqueueAmendmentSms(tx, services, { customer, what })
  })
  return { needsFace: false }
}

/** Whether the card's portrait is available for a face comparison. */
async function hasPortrait(
  { files }: Pick<Services, 'files'>,
  { customer, card }: { readonly customer: CustomerNo; readonly card: CardRecord | undefined },
): Promise<boolean> {
  if (!card) return false
  return (await files.read({ customer, fileNo: card.frontFileNo })) !== undefined
}

type CardAmendment = {
  readonly customer: CustomerNo
  readonly what: Amendment
  readonly fields: CardFields
}

/** The checked new card; undefined if it is already on file. */
async function findNewCard(
  db: Queryable,
  services: Deps,
  amendment: CardAmendment,
): Promise<CheckedCard | undefined> {
  if (await isDone(db, services, amendment)) return undefined
  try {
    return await check(db, services, amendment)
  } catch (error) {
    // A concurrent call may have saved it since the first read.
    if (await isDone(db, services, amendment)) return undefined
    throw error
  }
}

/**
 * Whether the card on file equals this one, including its photos, and has replaced an earlier one.
 */
async function isDone(
  db: Queryable,
  services: Pick<Services, 'vault'>,
  { customer, fields }: CardAmendment,
): Promise<boolean> {
  const onFile = await findCard(db, services, customer)
  const { front, back } = await findPhotos(db, services, customer)
  if (!onFile || !front || !back) return false
  const card = { ...fields, frontFileNo: front.fileNo, backFileNo: back.fileNo }
  if (!isSameCard(card, onFile)) return false
  return hasReplaced(db, { customer, at: onFile.savedAt })
}

async function check(
  db: Queryable,
  services: Deps,
  { customer, what, fields }: CardAmendment,
): Promise<CheckedCard> {
  const earlier = await findCard(db, services, customer)
  if (!earlier || !(await mayAmend(db, services, customer))) {
    throw new Refused({ kind: 'step-not-reached' })
  }
  await requireQuota(db, services, { customer, ...changesBetween(earlier, fields) })
  const refusal = amendmentRefusal(what, { earlier, card: fields })
  if (refusal) throw new Refused(refusal)
  return checkCard(db, services, { customer, fields, isNewCard: true })
}
