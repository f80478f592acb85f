import type { Facts } from './template.ts'

const BLANK = '（签署时填入）'

/** For who reads before signing in: every place that will be filled says so. */
export const blankFacts: Facts = {
  borrower: { name: BLANK, idNumber: BLANK, phone: BLANK },
}

/** What a field reads as while there is no draw to fill it with. */
export function orBlank(text: string | undefined): string {
  return text ?? BLANK
}
