import { displayYuan } from '@qingzhou/domain/money/money'
import { formatDay } from '#shared/pages/figures.ts'
import type { SignedOfList } from './queries.ts'

export type Grouping = 'date' | 'loan'

export type AgreementGroup = {
  readonly title: string
  readonly agreements: readonly SignedOfList[]
}

/** Signed agreements, grouped by month or by loan in the given order. */
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

/** Two loans of the same day and amount are different loans. */
function keyOf({ signedAt, loan }: SignedOfList, grouping: Grouping): string {
  return grouping === 'date' ? signedMonth(signedAt) : (loan?.loanNo ?? '')
}

function titleOf({ signedAt, loan }: SignedOfList, grouping: Grouping): string {
  if (grouping === 'date') return signedMonth(signedAt)
  return loan
    ? `${formatDay(loan.drawnOn)}借款 ${displayYuan(loan.amount)} 元（尾号 ${loan.loanNo.slice(-4)}）`
    : '授信与其他'
}

/** The loan of an agreement: agreements of several loans have the same titles. */
export function loanLabel({ loan }: SignedOfList): string | undefined {
  return loan && `借款 ${displayYuan(loan.amount)} 元，编号\u{a0}${loan.loanNo}`
}

const SHANGHAI_OFFSET_MS = 8 * 60 * 60 * 1000

export function signedDay(signedAt: number): string {
  return inShanghai(signedAt).slice(0, 10)
}

/** 2026年11月. */
function signedMonth(signedAt: number): string {
  const [year, month] = inShanghai(signedAt).split('-')
  return `${year}年${Number(month)}月`
}

function inShanghai(instant: number): string {
  return new Date(instant + SHANGHAI_OFFSET_MS).toISOString()
}
