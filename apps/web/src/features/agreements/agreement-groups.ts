import { displayYuan } from '@qingzhou/domain/money/money'
import { dayInWords } from '#shared/figures.ts'
import type { SignedOfList } from './queries.ts'
import { signedMonth } from './signed-when.ts'

export type Grouping = 'date' | 'loan'

export type AgreementGroup = {
  readonly title: string
  readonly agreements: readonly SignedOfList[]
}

/** What was signed, under its month or under its loan; in the order in which it came. */
export function groupsOf(
  agreements: readonly SignedOfList[],
  grouping: Grouping,
): readonly AgreementGroup[] {
  const groups = new Map<string, { title: string; agreements: SignedOfList[] }>()
  for (const agreement of agreements) {
    const key = keyOf(agreement, grouping)
    const group = groups.get(key) ?? { title: titleOf(agreement, grouping), agreements: [] }
    group.agreements.push(agreement)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Two loans of one day and one amount are still two. */
function keyOf({ signedAt, loan }: SignedOfList, grouping: Grouping): string {
  return grouping === 'date' ? signedMonth(signedAt) : (loan?.loanNo ?? '')
}

function titleOf({ signedAt, loan }: SignedOfList, grouping: Grouping): string {
  if (grouping === 'date') return signedMonth(signedAt)
  return loan ? `${dayInWords(loan.drawnOn)}借款 ${displayYuan(loan.amount)} 元` : '授信与其他'
}
