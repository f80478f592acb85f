/** An e-mail address: a local part, an @, and a domain with a dot. [P11] */
export function isEmail(text: string): boolean {
  if (text.length > 254 || text.includes('..')) return false
  return /^[A-Za-z0-9_%+-][A-Za-z0-9._%+-]{0,63}@[A-Za-z0-9][A-Za-z0-9.-]{0,189}\.[A-Za-z]{2,24}$/.test(
    text,
  )
}
