import {
  planSteps,
  type PlanStep,
  type restructureShapes,
} from '@qingzhou/contract/features/restructure'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { findCard, isLastinglyRefused } from '#features/cards/index.ts'
import { getPerson } from '#features/identity/index.ts'
import { lockCustomerBooks } from '@qingzhou/lending/index'
import { getPhone } from '#features/onboarding/index.ts'
import { requireContacts } from '#features/profile/index.ts'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { readOpenPlan } from './plan-step.ts'
import {
  findOpenPlan,
  saveCardOfPlan,
  storeContacts,
  type Contacts,
  type PlanRecord,
} from './plan-store.ts'

type Deps = Pick<Services, 'vault' | 'now'>

type SaveContactsInput = Input<(typeof restructureShapes)['saveContacts']>
type Answer = Output<(typeof restructureShapes)['saveContacts']>

/** Saves the contacts or the card of a plan; refuses if an earlier step is missing. */
export async function savePart(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  customer: CustomerNo,
  input: SaveContactsInput,
): Promise<Answer> {
  const { planNo, part } = input
  return services.database.inTransaction(async (tx) => {
    await lockCustomerBooks(tx, customer)
    const plan = await requirePlan(tx, services, { customer, planNo })
    await requireReached(tx, services, { plan, step: part })
    if (part === 'contacts') await saveContacts(tx, services, { plan, contacts: input.contacts })
    else await saveCard(tx, services, { plan, cardId: input.cardId })
    const openPlan = await readOpenPlan(tx, services, await requirePlan(tx, services, plan))
    return { openPlan }
  })
}

/** Returns the customer's open plan; refuses any other plan number. */
export async function requirePlan(
  db: Queryable,
  services: Pick<Services, 'vault'>,
  { customer, planNo }: Pick<PlanRecord, 'customer' | 'planNo'>,
): Promise<PlanRecord> {
  const plan = await findOpenPlan(db, services, customer)
  if (plan?.planNo !== planNo) throw new Refused({ kind: 'plan-unknown' })
  return plan
}

/** Requires all steps before this one; later steps may be complete as well. */
export async function requireReached(
  db: Queryable,
  services: Deps,
  { plan, step }: { readonly plan: PlanRecord; readonly step: PlanStep },
): Promise<void> {
  const { step: reached } = await readOpenPlan(db, services, plan)
  if (planSteps.indexOf(reached) < planSteps.indexOf(step)) {
    throw new Refused({ kind: 'plan-not-ready' })
  }
}

async function saveContacts(
  tx: Transaction,
  services: Deps,
  { plan, contacts }: { readonly plan: PlanRecord; readonly contacts: Contacts },
): Promise<void> {
  const { customer, planNo } = plan
  const { name } = await getPerson(tx, services, customer)
  const mobile = await getPhone(tx, services, customer)
  // Allow a spouse: the borrower may have married since the application.
  requireContacts(contacts, { name, mobile, isMarried: true })
  await storeContacts(tx, services, { customer, planNo, contacts })
}

async function saveCard(
  tx: Transaction,
  services: Deps,
  { plan, cardId }: { readonly plan: PlanRecord; readonly cardId: string },
): Promise<void> {
  const { customer, planNo } = plan
  const card = await findCard(tx, services, { customer, cardId })
  if (!card) throw new Refused({ kind: 'card-unknown' })
  if (card.refusedDebit && isLastinglyRefused(card)) {
    throw new Refused({ kind: 'card-debit-refused', refusal: card.refusedDebit.kind })
  }
  await saveCardOfPlan(tx, services, { customer, planNo, cardId })
}
