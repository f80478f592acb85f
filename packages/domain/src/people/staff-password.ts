import { commonCores } from './common-passwords.ts'

const LENGTH_MIN = 8
const LENGTH_MAX = 64
/** Different characters beside common words and numbers. */
const TO_GUESS_MIN = 5

/** The message for a password that is not accepted. */
export const staffPasswordMessage = '密码须为 8-64 位，且不能是常见的密码'

/** 8 to 64 characters of any kind, and not a common password in disguise. [P20] */
export function isStaffPassword(text: string): boolean {
  const { length } = Array.from(text)
  return length >= LENGTH_MIN && length <= LENGTH_MAX && !isCommon(text)
}

/** Common words, and any number for one digit, are not what has to be guessed. */
function isCommon(text: string): boolean {
  const cores = commonCores.toSorted((left, right) => right.length - left.length)
  let rest = text.normalize('NFKC').toLowerCase()
  for (const core of cores) rest = rest.replaceAll(core, ' ')
  const left = rest.replaceAll(/\d+/g, '0').replaceAll(/\s/g, '')
  return new Set(left).size < TO_GUESS_MIN
}
