import { randomInt } from 'node:crypto'
import { newApplication, type Application } from '@qingzhou/domain/credit/application'
import type { CustomerNo } from '#customer-no.ts'
import type { Transaction } from '#database/database.ts'
import type { Services } from '#services.ts'
import { after } from './after.ts'
import { insertApplication, saveApplication, type KeptApplication } from './application-store.ts'

type Means = Pick<Services, 'now' | 'today'>
type Opened = Pick<KeptApplication, 'applyNo' | 'application'>
type Start = Pick<Application, 'channel' | 'preApproved'>

/** Begins an application of somebody who is signed in. The customer is to be locked before. */
export async function openApplication(
  tx: Transaction,
  means: Means,
  opened: Start & { readonly customer: CustomerNo },
): Promise<Opened> {
  const { customer, ...start } = opened
  const application = after(newApplication(start), { type: 'signed-in' })
  const applyNo = newApplyNo(means)
  await insertApplication(tx, means, { customer, applyNo, application })
  return { applyNo, application }
}

/**
 * Goes on with an application in the app the customer is in now. An invitation counts until the
 * application is submitted; one that counted once is kept.
 */
export async function resumeApplication(
  tx: Transaction,
  kept: KeptApplication,
  resumed: Start & { readonly customer: CustomerNo },
): Promise<Opened> {
  const { customer, channel, preApproved } = resumed
  const { applyNo } = kept
  const moved = after(kept.application, { type: 'opened-in', channel })
  const isInvited = kept.submittedAt === undefined && preApproved
  const application = { ...moved, preApproved: moved.preApproved || isInvited }
  await saveApplication(tx, { customer, applyNo, application })
  return { applyNo, application }
}

/** The day, then ten digits at random: staff can sort them, and nobody can guess another's. */
function newApplyNo({ today }: Pick<Services, 'today'>): string {
  return `A${today().replaceAll('-', '')}${fiveDigits()}${fiveDigits()}`
}

function fiveDigits(): string {
  return String(randomInt(100_000)).padStart(5, '0')
}
