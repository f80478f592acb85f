/** An SMS code: exactly 5 digits. [P9] */
export function isSmsCode(text: string): boolean {
  return /^\d{5}$/.test(text)
}

/** An image code: exactly 4 letters or digits. [P10] */
export function isImageCode(text: string): boolean {
  return /^[A-Za-z0-9]{4}$/.test(text)
}
