import { readFileSync } from 'node:fs'

/**
 * Returns a function that reports guessable secrets, and one value used for two settings: a leak of
 * one would expose the other. Values are never printed.
 */
function createSecretCheck(complain: (sentence: string) => void) {
  const owners = new Map<string, string>()
  return (name: string, value: string, bytes = Buffer.from(value)): void => {
    if (!value) return
    if (isRepetition(bytes)) complain(`${name} is trivial: it repeats a few characters`)
    if (isPublished(value))
      complain(`${name} is trivial: it is a phrase, an example or a test value`)
    // Compared as bytes too: the same key may be given as text in one setting and as base64 in
    // another.
    const [owner] = [value, bytes.toString('base64')].flatMap((form) => owners.get(form) ?? [])
    if (owner !== undefined) complain(`${name} has the same value as ${owner}`)
    for (const form of [value, bytes.toString('base64')]) owners.set(form, owner ?? name)
  }
}

/** Random bytes of 12 or more almost never have fewer distinct values than this. */
const DIFFERENT_MIN = 6
const PERIOD_MAX = 8

/** Whether the value is all zero bytes, one repeated character or a short repeated group. */
function isRepetition(bytes: Buffer): boolean {
  if (new Set(bytes).size < Math.min(DIFFERENT_MIN, bytes.length)) return true
  const periods = Array.from({ length: PERIOD_MAX }, (_, index) => index + 1)
  return periods.some(
    (period) =>
      bytes.length >= 2 * period && bytes.every((byte, index) => byte === bytes[index % period]),
  )
}

/** Words of examples, tests and documentation that random text never contains. */
const PUBLISHED =
  /secret|passw|change.?me|example|sandbox|qingzhou|default|placeholder|postgres|qwerty|abcdefgh|12345678/i

function isPublished(value: string): boolean {
  return PUBLISHED.test(value)
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Secrets that may be in a file named by the setting with `_FILE`, as containers and systemd pass them. */
const IN_FILES = new Set([
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'VAULT_KEYS',
  'VAULT_INDEX_KEY',
  'PROVIDERS_SECRET',
  'METRICS_TOKEN',
  'STAFF_OIDC_CLIENT_SECRET',
  'LENDER_KEY_PASSPHRASE',
  'SMTP_URL',
  'S3_SECRET_ACCESS_KEY',
  'ALIYUN_ACCESS_KEY_SECRET',
  'TENCENT_SECRET_KEY',
  'ALIPAY_PRIVATE_KEY',
  'ALIPAY_PUBLIC_KEY',
  'WECHAT_APP_SECRET',
  'WECHAT_MINI_APP_SECRET',
  'WECHAT_PRIVATE_KEY',
  'WECHAT_PUBLIC_KEY',
  'WECHAT_API_KEY',
  'UNIONPAY_PRIVATE_KEY',
  'UNIONPAY_CERTIFICATE',
  'UNIONPAY_ENCRYPTION_CERTIFICATE',
  'UNIONPAY_AUTHORITIES',
])

export function mayComeFromFile(name: string): boolean {
  return IN_FILES.has(name)
}

/** The value of a setting, from the environment or from its file. Throws if the file cannot be read. */
export function readSetting(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim() || undefined
  const path = mayComeFromFile(name) ? environment[`${name}_FILE`]?.trim() : undefined
  if (!path) return value
  if (value !== undefined) throw new Error(`${name} and ${name}_FILE are both set`)
  try {
    return readFileSync(path, 'utf8').trim() || undefined
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new Error(`${name}_FILE cannot be read${code}: ${path}`, { cause: error })
  }
}

/** Reads settings and collects complaints, so that all are reported at once. */
export type Settings = ReturnType<typeof createSettings>

export function createSettings(environment: Environment) {
  const complaints: string[] = []
  const complain = (sentence: string) => void complaints.push(sentence)

  const optional = (name: string): string | undefined => {
    try {
      return readSetting(environment, name)
    } catch (error) {
      complain(error instanceof Error ? error.message : String(error))
      return undefined
    }
  }

  const required = (name: string, meaning: string): string => {
    const value = optional(name)
    if (value === undefined) complain(`${name} is missing: ${meaning}`)
    return value ?? ''
  }

  return {
    complain,
    optional,
    required,
    text: (name: string, otherwise: string) => optional(name) ?? otherwise,
    ...secretSettings(required, complain),
    forbid(name: string, reason: string): void {
      if (optional(name) !== undefined) complain(`${name} is not allowed in production: ${reason}`)
    },
    integer(name: string, otherwise: number, { max = INTEGER_MAX } = {}): number {
      const value = optional(name)
      if (value === undefined) return otherwise
      const number = Number(value)
      if (/^\d+$/.test(value) && number <= max) return number
      complain(`${name} has to be a whole number from 0 to ${max}`)
      return otherwise
    },
    oneOf<const Choice extends string>(
      name: string,
      choices: readonly Choice[],
      otherwise: NoInfer<Choice>,
    ): Choice {
      const value = optional(name) ?? otherwise
      const choice = choices.find((one) => one === value)
      if (choice === undefined) complain(`${name} has to be one of ${choices.join(', ')}`)
      return choice ?? otherwise
    },
    assertComplete(): void {
      refuseStart(complaints)
    },
  }
}

/** Settings that are secrets or protect secrets. */
function secretSettings(
  required: (name: string, meaning: string) => string,
  complain: (sentence: string) => void,
) {
  const checkSecret = createSecretCheck(complain)
  return {
    secret(name: string, meaning: string): string {
      const value = required(name, meaning)
      if (value && value.length < SECRET_LENGTH_MIN) {
        complain(`${name} is too short for a secret: ${SECRET_LENGTH_MIN} characters at least`)
      }
      checkSecret(name, value)
      return value
    },
    /** For secrets inside another setting: the same rules, except for the length. */
    checkSecret,
    /** An external https address: plain http could be read and changed on the way. */
    httpsUrl(name: string, value: string): string {
      const isHttps = URL.canParse(value) && new URL(value).protocol === 'https:'
      if (value && !isHttps) complain(`${name} has to be an https address in production`)
      return value
    },
    keyBytes(name: string, base64: string): Buffer {
      const bytes = Buffer.from(base64, 'base64')
      const isWrong = bytes.length !== KEY_BYTES || bytes.toString('base64') !== base64
      if (base64 && isWrong) complain(`${name} is not ${KEY_BYTES} bytes in base64`)
      else checkSecret(name, base64, bytes)
      return bytes
    },
  }
}

/** Throws one error with all complaints. Does nothing when there are none. */
export function refuseStart(complaints: readonly string[]): void {
  const [first, ...others] = complaints
  if (first === undefined) return
  if (others.length === 0) throw new Error(`The server cannot start: ${first}.`)
  throw new Error(`The server cannot start:\n${complaints.map((one) => `- ${one}.`).join('\n')}`)
}

export const INTEGER_MAX = 1_000_000
export const SECRET_LENGTH_MIN = 32
const KEY_BYTES = 32
