/**
 * The cores of the commonest passwords, from published lists of leaked ones and from Chinese habits:
 * keyboard rows, words, names, dates of the sort 520 and 1314. A password is common if nothing but
 * digits, punctuation and repetitions is left when they are taken out.
 */
const commonCores: readonly string[] = [
  // Keyboards and counting.
  'qwertyuiop qwerty qwert asdfghjkl asdfgh asdf zxcvbnm zxcvbn zxcv 1qaz2wsx qazwsx',
  'qaz wsx edc 1q2w3e4r q1w2e3r4 qweasd zaq xsw abcdefgh abcdef abcd abc aaaa',
  'poiuytrewq lkjhgfdsa mnbvcxz',
  // Words.
  'password passwort passw0rd p@ssw0rd p@ssword passwd pass welcome letmein changeme',
  'default secret access login guest master admin administrator manager operator',
  'reviewer system server root user test demo temp hello iloveyou love monkey dragon',
  'sunshine princess football baseball superman batman shadow michael jordan charlie',
  'killer freedom whatever trustno1 starwars computer internet company office spring',
  'summer autumn winter january monday china beijing shanghai',
  // Chinese words and names in Latin letters.
  'woaini aini mima wodemima zhongguo nihao caonima wang zhang liu chen yang huang zhao',
  'zhou taobao alipay zhifubao weixin tencent',
  // This product.
  'qingzhou loan lender bank credit staff xiaofeijinrong',
].flatMap((line) => line.split(' '))

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
