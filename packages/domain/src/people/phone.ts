/** A mainland mobile number: 11 digits starting 13 to 19. [P1] */
export function isPhone(text: string): boolean {
  return /^1[3-9]\d{9}$/.test(text)
}
