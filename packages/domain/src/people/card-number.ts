/** A bank card number: 14 to 19 digits. [P2] */
export function isCardNumber(text: string): boolean {
  return /^\d{14,19}$/.test(text)
}

/**
 * Whether the Luhn check digit is correct. [P3]
 *
 * Checked separately from the format: some local banks issued cards with a wrong check digit.
 */
export function hasLuhnCheckDigit(cardNumber: string): boolean {
  const digits = Array.from(cardNumber).toReversed().map(Number)
  const total = digits.reduce((sum, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit
    return sum + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return isCardNumber(cardNumber) && total % 10 === 0
}
