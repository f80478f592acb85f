import type { Facts } from './template.ts'

const BLANK = '（签署时填入）'

/** Facts for visitors who are not signed in: every field shows that it is filled in at signing. */
export const blankFacts: Facts = {
  borrower: { name: BLANK, idNumber: BLANK, phone: BLANK },
}

/** The text, or the blank if there is no draw to take it from. */
export function orBlank(text: string | undefined): string {
  return text ?? BLANK
}
