import { isPersonName, tidyName } from '@qingzhou/domain/people/person-name'
import { lockApplication } from '#features/applications/index.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { enqueueAmendmentSms } from './amend-id-card.ts'
import { mayAmend } from './card-on-file.ts'
import { amendmentRefusal, requireQuota } from './card-quotas.ts'
import { findCard } from './id-card-store.ts'
import { putCard } from './save-id-card.ts'

/**
 * Corrects a name that was read wrongly from the card on file: the photos stay, and the card as it
 * was goes to the history. The caller has asked the register. As after any card that no face was
 * compared with, face checks are not accepted for some days.
 */
export async function correctName(
  services: Pick<Services, 'database' | 'vault' | 'files' | 'tasks' | 'now' | 'today'>,
  { customer, name }: { readonly customer: CustomerNo; readonly name: string },
): Promise<void> {
  await services.database.inTransaction(async (tx) => {
    await lockApplication(tx, services, customer)
    const earlier = await findCard(tx, services, customer)
    if (!earlier || !(await mayAmend(tx, services, customer))) {
      throw new Refused({ kind: 'step-not-reached' })
    }
    const { savedAt: _, ...card } = { ...earlier, name: tidyName(name) }
    if (!isPersonName(card.name)) {
      throw new Refused({ kind: 'field-invalid', message: '请输入身份证上的姓名' })
    }
    const refusal = amendmentRefusal('name', { earlier, card })
    if (refusal) throw new Refused(refusal)
    await requireQuota(tx, services, { customer, hasNewName: true, hasNewIssuer: false })
    const replacement = { what: 'name', reason: 'misread', isHolderSeen: false } as const
    await putCard(tx, services, { card, earlier, hasPerson: true, customer, replacement })
    await enqueueAmendmentSms(tx, services, { customer, what: 'name' })
  })
}
