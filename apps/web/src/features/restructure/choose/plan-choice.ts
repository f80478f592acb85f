import { forgetTyped, keepTyped, typedBefore } from '#shared/forms/draft.ts'

/** Which loans are to be joined, and in how many instalments: what was chosen and not yet sent. */
export type PlanChoice = {
  readonly loanNos: readonly string[] | undefined
  readonly months: number | undefined
}

const DRAFT = 'plan'

/** What was kept may be anybody's writing: only what has our form is taken over. */
export function planChoice(): PlanChoice {
  const { loanNos, months } = typedBefore(DRAFT)
  return {
    loanNos: Array.isArray(loanNos)
      ? loanNos.filter((loanNo) => typeof loanNo === 'string')
      : undefined,
    months: typeof months === 'number' && Number.isInteger(months) ? months : undefined,
  }
}

export function changeChoice(change: Partial<PlanChoice>): void {
  keepTyped(DRAFT, { ...planChoice(), ...change })
}

/** What the server has is known on every phone, and counts from then on. */
export function forgetChoice(): void {
  forgetTyped(DRAFT)
}
