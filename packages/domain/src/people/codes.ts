/** The code in a text message: exactly 5 digits. [P9] */
export function isSmsCode(text: string): boolean {
  return /^\d{5}$/.test(text)
}

/** The code in a picture: exactly 4 letters or digits. [P10] */
export function isImageCode(text: string): boolean {
  return /^[A-Za-z0-9]{4}$/.test(text)
}
