import { fen, type Money } from '@qingzhou/domain/money/money'

/** Yuan with two decimals. */
export function yuanOf(amount: Money): string {
  const digits = String(amount).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Undefined for anything but an amount that is not negative, with at most two decimals. */
export function moneyOf(text: string): Money | undefined {
  const [, yuan, decimals = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  return yuan === undefined ? undefined : fen(BigInt(`${yuan}${decimals.padEnd(2, '0')}`))
}

const SHANGHAI_AHEAD_MS = 8 * 3_600_000

/** `2031-01-06 10:00:00` in Shanghai, whatever the time zone of the machine. */
export function shanghaiTime(at: Date): string {
  const local = new Date(at.getTime() + SHANGHAI_AHEAD_MS).toISOString()
  return `${local.slice(0, 10)} ${local.slice(11, 19)}`
}

/** The reverse. Undefined for another form. */
export function timeIn(text: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return undefined
  const time = new Date(`${text.replace(' ', 'T')}+08:00`)
  return Number.isNaN(time.getTime()) ? undefined : time
}

/** Decoders accept several texts for the same bytes; only one of them is the app's. */
export function isCanonicalBase64(text: string): boolean {
  return text !== '' && Buffer.from(text, 'base64').toString('base64') === text
}
