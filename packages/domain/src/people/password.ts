/** 8 to 16 letters, digits or underscores, not digits alone. [P8] */
export function isPassword(text: string): boolean {
  return /^[A-Za-z0-9_]{8,16}$/.test(text) && !/^\d+$/.test(text)
}
