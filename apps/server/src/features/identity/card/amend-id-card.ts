import type { Amendment, AmendmentAsked } from '@qingzhou/contract/profile'
import { amendmentNo } from '@qingzhou/contract/profile'
import { lender } from '@qingzhou/domain/lender'
import { lockApplication } from '#features/applications/index.ts'
import { hasPassedFace, takePassedFace } from '#features/identity/face/face-session-store.ts'
import type { SignedInCaller } from '#platform/caller.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { enqueueSms } from '#platform/outbox/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { changesBetween, misfit, requireQuota } from './card-quotas.ts'
import { hasReplaced } from './card-history-store.ts'
import type { CheckedCard, GivenCard } from './check-card.ts'
import { checkCard, fieldsOf, isSameCard } from './check-card.ts'
import type { CardFields, CardRecord } from './id-card-store.ts'
import { findCard } from './id-card-store.ts'
import { mayAmend } from './may-amend.ts'
import { findPhotos } from './photo-store.ts'
import { putCard } from './save-id-card.ts'
import { isInRegister } from './verify-id-number.ts'
import { newId } from '#platform/ids.ts'

/** Whoever did not do it hears of it at once. */
async function enqueueAmendmentSms(
  tx: Transaction,
  services: Services,
  { customer, what }: { readonly customer: CustomerNo; readonly what: Amendment },
): Promise<void> {
  const text = `您的${names[what]}已更新。如非本人操作，请立即联系客服 ${lender.servicePhone}。`
  const messageNo = `amended-${newId()}`
  await enqueueSms(tx, services, { customer, kind: 'identity-amended', messageNo, text })
}

const names: Record<Amendment, string> = {
  name: '姓名',
  idCard: '身份证信息',
  issuer: '身份证签发机关',
}

/**
 * Takes a customer's new card in the place of the old one, once its holder was seen to have the face of
 * the old one, and the register knows name and number together. As with the first card, everything is
 * looked at again inside the transaction. Where the old portrait is lost, nobody can be compared with
 * it: then the new one opens nothing for some days.
 *
 * Tapped twice, it is one change.
 */
export async function amendIdCard(
  services: Services,
  { session: { customer } }: SignedInCaller,
  { what, reason, ...given }: GivenCard & AmendmentAsked,
): Promise<{ readonly needsFace: boolean }> {
  const { database } = services
  const amendment = { customer, what, fields: fieldsOf(given) }
  const asked = await wanted(database, services, amendment)
  if (!asked) return { needsFace: false }
  const face = { customer, purpose: 'amend', businessNo: amendmentNo({ what, reason }) } as const
  const isComparable = await hasPortrait(services, { customer, card: asked.earlier })
  if (isComparable && !(await hasPassedFace(database, services, face))) {
    // Between the two looks the other tap may have used it.
    return { needsFace: !(await isDone(database, services, amendment)) }
  }
  if (!(await isInRegister(services, customer, amendment.fields))) {
    throw new Refused({ kind: 'identity-mismatch' })
  }
  await database.inTransaction(async (tx) => {
    await lockApplication(tx, services, customer)
    const checked = await wanted(tx, services, amendment)
    if (!checked) return
    const isHolderSeen = isComparable && (await takePassedFace(tx, services, face))
    if (isComparable && !isHolderSeen) throw new Refused({ kind: 'verification-needed' })
    const replacement = { what, reason, isHolderSeen }
    await putCard(tx, services, { ...checked, customer, replacement })
    await enqueueAmendmentSms(tx, services, { customer, what })
  })
  return { needsFace: false }
}

/** Whether the picture of a card is still there to compare a face with. */
async function hasPortrait(
  { files }: Services,
  { customer, card }: { readonly customer: CustomerNo; readonly card: CardRecord | undefined },
): Promise<boolean> {
  if (!card) return false
  return (await files.read({ customer, fileNo: card.frontFileNo })) !== undefined
}

type Amended = {
  readonly customer: CustomerNo
  readonly what: Amendment
  readonly fields: CardFields
}

/** What is to be put on file; nothing where it is there already. */
async function wanted(
  db: Queryable,
  services: Services,
  amendment: Amended,
): Promise<CheckedCard | undefined> {
  if (await isDone(db, services, amendment)) return undefined
  try {
    return await check(db, services, amendment)
  } catch (error) {
    // Between the two looks the other tap may have put it there.
    if (await isDone(db, services, amendment)) return undefined
    throw error
  }
}

/** The card on file is this very one, with these very photos, and has replaced another. */
async function isDone(
  db: Queryable,
  services: Services,
  { customer, fields }: Amended,
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
  services: Services,
  { customer, what, fields }: Amended,
): Promise<CheckedCard> {
  const earlier = await findCard(db, services, customer)
  if (!earlier || !(await mayAmend(db, services, customer))) {
    throw new Refused({ kind: 'step-not-reached' })
  }
  await requireQuota(db, services, { customer, ...changesBetween(earlier, fields) })
  const refusal = misfit(what, { earlier, card: fields })
  if (refusal) throw new Refused(refusal)
  return checkCard(db, services, { customer, fields, isNewCard: true })
}
