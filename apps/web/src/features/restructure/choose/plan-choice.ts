import { clearDraft, saveDraft, storedDraft } from '#shared/forms/draft.ts'

/** The selected loans and number of instalments, not yet sent. */
export type PlanChoice = {
  readonly loanNos: readonly string[] | undefined
  readonly months: number | undefined
}

const DRAFT = 'plan'

/** The stored draft is untrusted: only valid values are used. */
export function planChoice(): PlanChoice {
  const { loanNos, months } = storedDraft(DRAFT)
  return {
    loanNos: Array.isArray(loanNos)
      ? loanNos.filter((loanNo) => typeof loanNo === 'string')
      : undefined,
    months: typeof months === 'number' && Number.isInteger(months) ? months : undefined,
  }
}

export function changeChoice(change: Partial<PlanChoice>): void {
  saveDraft(DRAFT, { ...planChoice(), ...change })
}

/** The plan on the server replaces the draft. */
export function clearChoice(): void {
  clearDraft(DRAFT)
}
