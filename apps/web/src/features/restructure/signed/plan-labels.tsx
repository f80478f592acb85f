import type { SignedPlan } from '@qingzhou/contract/features/restructure'
import { Chip, type ChipTone } from '@qingzhou/ui/feedback'

export const planKindNames: { readonly [K in SignedPlan['kind']]: string } = {
  personalised: '个性化分期',
  second: '账单分期',
}

const states: { readonly [S in SignedPlan['state']]: readonly [tone: ChipTone, word: string] } = {
  open: ['plain', '履行中'],
  overdue: ['overdue', '已逾期'],
  broken: ['overdue', '已终止'],
  settled: ['fine', '已结清'],
}

/** The state of a signed plan. */
export function PlanChip({ state }: Pick<SignedPlan, 'state'>) {
  const [tone, word] = states[state]
  return <Chip tone={tone}>{word}</Chip>
}
