import { applicationForCaller, moveApplication, requireStep } from '#features/applications/index.ts'
import { getPhone } from '#features/onboarding/index.ts'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import type { Replacement } from './card-history-store.ts'
import { insertOldCard } from './card-history-store.ts'
import { changesBetween } from './card-quotas.ts'
import type { CardWithPhotos, CheckedCard, GivenCard } from './check-card.ts'
import { checkCard, fieldsOf, isSameCard } from './check-card.ts'
import type { CardRecord } from './id-card-store.ts'
import { replaceCard } from './id-card-store.ts'
import { claimIdNumber } from './identity-store.ts'
import { isInRegister } from './verify-id-number.ts'

/**
 * Saves the identity card as confirmed by its holder, once the register confirms name and number.
 * The register is called outside the transaction, and everything else is checked again inside it:
 * another phone may have photographed another card since then.
 */
export async function saveIdCard(
  services: Pick<
    Services,
    'database' | 'vault' | 'files' | 'now' | 'providers' | 'log' | 'mode' | 'today'
  >,
  caller: SignedInCaller,
  { idLogNo, ...input }: GivenCard & { readonly idLogNo?: string | undefined },
): Promise<Record<string, never>> {
  const { database } = services
  const { customer } = caller.session
  await requireStep(database, services, caller, 'identity')
  const fields = fieldsOf(input)
  const { isOnFile } = await checkCard(database, services, { customer, fields, idLogNo })
  // A second application saves the card again, because it has a new face check.
  if (isOnFile && !(await isAtIdentity(services, caller))) return {}

  if (!(await isInRegister(services, customer, fields))) {
    throw new Refused({ kind: 'identity-mismatch' })
  }
  await database.inTransaction(async (tx) => {
    // First, as it locks the customer, and reads the old card to determine whether it has expired.
    await moveApplication(tx, services, customer, { type: 'identity-saved' })
    const checked = await checkCard(tx, services, { customer, fields, idLogNo })
    await putCard(tx, services, { ...checked, customer, replacement: { what: 'renewal' } })
  })
  return {}
}

async function isAtIdentity(
  services: Pick<Services, 'database' | 'today'>,
  caller: SignedInCaller,
): Promise<boolean> {
  const { application } = await applicationForCaller(services.database, services, caller)
  return application.step === 'identity'
}

/**
 * Replaces the card on file. If agreements were signed under the old card, it is archived;
 * otherwise it is deleted.
 */
export async function putCard(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'files' | 'now' | 'today'>,
  input: Pick<CheckedCard, 'card' | 'earlier' | 'hasPerson'> & {
    readonly customer: CustomerNo
    readonly replacement: Replacement
  },
): Promise<void> {
  const { customer, card, earlier, hasPerson, replacement } = input
  const isOwn = await claimIdNumber(tx, services, { customer, idNumber: card.idNumber })
  if (!isOwn) throw new Refused({ kind: 'identity-of-other-account' })

  const savedAt = services.now()
  if (earlier && hasPerson && !isSameCard(card, earlier)) {
    const changes = changesBetween(earlier, card)
    const old = { customer, card: earlier, replacement, replacedAt: savedAt, ...changes }
    await insertOldCard(tx, services, old)
  } else {
    for (const fileNo of replacedFiles(earlier, card)) {
      await services.files.release(tx, { customer, fileNo })
    }
  }
  const phone = await getPhone(tx, services, customer)
  await replaceCard(tx, services, { customer, phone, ...card, savedAt })
}

function replacedFiles(earlier: CardRecord | undefined, card: CardWithPhotos): string[] {
  if (!earlier) return []
  const { frontFileNo, backFileNo } = card
  return [earlier.frontFileNo, earlier.backFileNo].filter(
    (fileNo) => fileNo !== frontFileNo && fileNo !== backFileNo,
  )
}
