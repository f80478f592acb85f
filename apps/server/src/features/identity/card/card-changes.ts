import type { Amendment } from '@qingzhou/contract/profile'
import type { Refusal } from '@qingzhou/domain/refusal'
import type { CardFields } from './id-card-store.ts'

/** What of a card is counted when it changes. Blanks are the reader's, not the office's. */
export function changesBetween(
  earlier: CardFields,
  card: CardFields,
): { readonly hasNewName: boolean; readonly hasNewIssuer: boolean } {
  return {
    hasNewName: earlier.name !== card.name,
    hasNewIssuer: withoutBlanks(earlier.issueAgency) !== withoutBlanks(card.issueAgency),
  }
}

/** Why a card is not what its holder came to show; nothing where it is. */
export function misfit(
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
  // Both have the same fields, so none is left out by looking at one's.
  const fields = Object.keys(card) as (keyof CardFields)[]
  const isSame = fields.every((field) => card[field] === earlier[field])
  return isSame ? { kind: 'nothing-amended' } : undefined
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/\s/g, '')
}
