import type { Amendment } from '@qingzhou/contract/features/profile'
import type { ChangeQuota } from '@qingzhou/domain/people/change-quota'
import { changeQuota, recordChange } from '@qingzhou/domain/people/change-quota'
import type { Refusal } from '@qingzhou/domain/refusal'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { findChanges } from './card-history-store.ts'
import type { CardFields } from './id-card-store.ts'

export async function cardQuotas(
  db: Queryable,
  { today }: Pick<Services, 'today'>,
  customer: CustomerNo,
): Promise<{ readonly name: ChangeQuota; readonly issuer: ChangeQuota }> {
  const { name, issuer } = await findChanges(db, customer)
  return { name: changeQuota(name, today()), issuer: changeQuota(issuer, today()) }
}

/** Refuses a change beyond the yearly quota. */
export async function requireQuota(
  db: Queryable,
  { today }: Pick<Services, 'today'>,
  changed: ReturnType<typeof changesBetween> & { readonly customer: CustomerNo },
): Promise<void> {
  const { name, issuer } = await findChanges(db, changed.customer)
  const counted = [...(changed.hasNewName ? [name] : []), ...(changed.hasNewIssuer ? [issuer] : [])]
  for (const days of counted) {
    const noted = recordChange(days, today())
    if (!noted.ok) throw new Refused(noted.refusal)
  }
}

/** The counted changes between two cards. Spaces are ignored: they come from OCR. */
export function changesBetween(
  earlier: CardFields,
  card: CardFields,
): { readonly hasNewName: boolean; readonly hasNewIssuer: boolean } {
  return {
    hasNewName: earlier.name !== card.name,
    hasNewIssuer: withoutBlanks(earlier.issueAgency) !== withoutBlanks(card.issueAgency),
  }
}

/** Why a card does not fit the chosen amendment; undefined if it fits. */
export function amendmentRefusal(
  what: Amendment,
  { earlier, card }: { readonly earlier: CardFields; readonly card: CardFields },
): Refusal | undefined {
  if (card.idNumber !== earlier.idNumber) return { kind: 'id-number-differs' }
  const { hasNewName, hasNewIssuer } = changesBetween(earlier, card)
  if (hasNewName !== (what === 'name')) {
    return hasNewName
      ? { kind: 'field-invalid', message: '新身份证的姓名与当前不同，请返回选择“姓名变更”' }
      : { kind: 'nothing-amended' }
  }
  if (what === 'issuer' && !hasNewIssuer) return { kind: 'nothing-amended' }
  // Both have the same fields, so the keys of one are sufficient.
  const fields = Object.keys(card) as (keyof CardFields)[]
  const isSame = fields.every((field) => card[field] === earlier[field])
  return isSame ? { kind: 'nothing-amended' } : undefined
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/\s/g, '')
}
