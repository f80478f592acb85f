/** The one-time code in a message: five digits that are no part of a longer number. */
export function smsCodeIn(text: string): string | undefined {
  return /(?<!\d)\d{5}(?!\d)/.exec(text)?.[0]
}
