import { randomInt } from 'node:crypto'
import { newApplication, type Application } from '@qingzhou/domain/credit/application'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'
import { after } from './after.ts'
import { insertApplication, saveApplication, type ApplicationRecord } from './application-store.ts'

type Deps = Pick<Services, 'now' | 'today'>
type Opened = Pick<ApplicationRecord, 'applyNo' | 'application'>
type Start = Pick<Application, 'channel' | 'preApproved'>

/** Begins an application of somebody who is signed in. The customer is to be locked before. */
export async function openApplication(
  tx: Transaction,
  deps: Deps,
  opened: Start & { readonly customer: CustomerNo },
): Promise<Opened> {
  const { customer, ...start } = opened
  const application = after(newApplication(start), { type: 'signed-in' })
  const applyNo = newApplyNo(deps)
  await insertApplication(tx, deps, { customer, applyNo, application })
  return { applyNo, application }
}

/**
 * Goes on with an application in the app the customer is in now. An invitation counts until the
 * application is submitted; one that counted once is kept.
 */
export async function resumeApplication(
  tx: Transaction,
  kept: ApplicationRecord,
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
