import { assert } from '@qingzhou/domain/assert'
import type { Grade } from '@qingzhou/domain/credit/policy'
import {
  approveReferred,
  needsTwoReviewers,
  type ReviewGround,
} from '@qingzhou/domain/credit/referral'
import { fen, ZERO, type Money } from '@qingzhou/domain/money/money'
import { lockApplication, type ApplicationRecord } from '#features/applications/index.ts'
import { isSamePerson } from '#features/staff-members/index.ts'
import type { StaffCaller } from '@qingzhou/platform/caller'
import type { Transaction } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import type { Services } from '#services.ts'
import { approveApplication, rejectApplication } from '../decide-application.ts'
import { decisionDay } from '../decision-day.ts'
import { findDecision } from '../decision-store.ts'
import { rejectionByReview } from '../not-granted.ts'
import { endReferral, findReferral, setFirstApproval, type Referral } from './referral-store.ts'

type ReviewServices = Pick<
  Services,
  'database' | 'vault' | 'now' | 'tasks' | 'today' | 'businessDate'
>

type Review = {
  readonly applyNo: string
  readonly verdict: 'approved' | 'refused'
  /** The limit that is approved. */
  readonly amount?: Money | undefined
  /** Why it is refused. */
  readonly ground?: ReviewGround | undefined
}

type Open = { readonly referral: Referral; readonly record: ApplicationRecord }

/**
 * Decides on an application that the rules have referred; of two reviewers at once, the second is
 * refused. A high limit is granted with the second approval, which may be lower. [U14]
 */
export async function reviewCredit(
  services: ReviewServices,
  { staff }: StaffCaller,
  { applyNo, verdict, amount, ground }: Review,
): Promise<void> {
  const { staffNo } = staff
  await services.database.inTransaction(async (tx) => {
    const open = await lockOpen(tx, services, applyNo)
    const { customer } = open.referral
    const log = (ended: string) => {
      const about = `application=${applyNo} verdict=${ended}`
      return recordStaffAct(tx, services, { staff, act: 'review-credit', customer, about })
    }
    if (verdict === 'refused') {
      if (!ground) throw new Refused({ kind: 'reason-needed' })
      await endReferral(tx, services, {
        customer,
        applyNo,
        end: { state: 'refused', by: staffNo, ground },
      })
      const rejection = rejectionByReview(ground, await decisionDay(services))
      await rejectApplication(tx, services, { customer, applyNo, record: open.record, rejection })
      return log(`refused ground=${ground}`)
    }
    const isGranted = await approve(tx, services, open, { by: staffNo, amount: amount ?? ZERO })
    return log(`${isGranted ? 'approved' : 'approved-first'} amount=${amount}`)
  })
}

/** Returns whether the limit is granted, or waits for a second approval. */
async function approve(
  tx: Transaction,
  services: ReviewServices,
  { referral, record }: Open,
  { by, amount }: { readonly by: string; readonly amount: Money },
): Promise<boolean> {
  const { customer, applyNo, first } = referral
  if (first && (first.by === by || (await isSamePerson(tx, [first.by, by])))) {
    throw new Refused({ kind: 'own-approval' })
  }
  const { most, grade } = await limitByRules(tx, services, applyNo)
  const approved = approveReferred({ most, first: first?.amount }, amount)
  if (!approved.ok) throw new Refused(approved.refusal)
  if (!first && needsTwoReviewers(amount)) {
    await setFirstApproval(tx, services, { customer, applyNo, by, amount })
    return false
  }
  await endReferral(tx, services, { customer, applyNo, end: { state: 'approved', by, amount } })
  await approveApplication(tx, services, { customer, applyNo, record, amount, grade })
  return true
}

async function limitByRules(
  tx: Transaction,
  services: Pick<Services, 'vault'>,
  applyNo: string,
): Promise<{ readonly most: Money; readonly grade: Grade }> {
  const decision = await findDecision(tx, services, applyNo)
  assert(decision?.amountFen !== undefined, `application ${applyNo}: no limit by the rules`)
  // A referred decision has a grade of the policy; the table requires it.
  return { most: fen(decision.amountFen), grade: decision.grade as Grade }
}

/** Locks the application, and refuses one that is decided or too late. */
async function lockOpen(
  tx: Transaction,
  services: Pick<Services, 'now' | 'today'>,
  applyNo: string,
): Promise<Open> {
  const found = await findReferral(tx, applyNo)
  if (!found) throw new Refused({ kind: 'review-closed' })
  const record = await lockApplication(tx, services, found.customer)
  const referral = (await findReferral(tx, applyNo)) ?? found
  const isOpen = referral.state === 'open' && services.now() < referral.decideBy
  if (!isOpen || record?.applyNo !== applyNo) throw new Refused({ kind: 'review-closed' })
  return { referral, record }
}

/** Refuses an application that no person has decided in time. [U15] */
export async function endCreditReview(services: ReviewServices, applyNo: string): Promise<void> {
  await services.database.inTransaction(async (tx) => {
    const found = await findReferral(tx, applyNo)
    if (!found) return
    const { customer } = found
    const record = await lockApplication(tx, services, customer)
    if ((await findReferral(tx, applyNo))?.state !== 'open' || record?.applyNo !== applyNo) return
    await endReferral(tx, services, { customer, applyNo, end: { state: 'lapsed' } })
    const rejection = rejectionByReview('not-reviewed-in-time', await decisionDay(services))
    await rejectApplication(tx, services, { customer, applyNo, record, rejection })
  })
}
