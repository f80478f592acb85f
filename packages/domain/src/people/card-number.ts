/** A bank card number: 14 to 19 digits. [P2] */
export function isCardNumber(text: string): boolean {
  return /^\d{14,19}$/.test(text)
}

/**
 * The check digit fits the rest. [P3]
 *
 * It is asked apart from the form: some local banks issued cards whose last digit never fitted.
 */
export function hasLuhnCheckDigit(cardNumber: string): boolean {
  const digits = Array.from(cardNumber).toReversed().map(Number)
  const total = digits.reduce((sum, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit
    return sum + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return isCardNumber(cardNumber) && total % 10 === 0
}
