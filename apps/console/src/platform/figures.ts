import { yuan, type Money } from '@qingzhou/domain/money/money'

/** Two decimals, thousands separated, a real minus sign. */
export function amountText(amount: Money): string {
  const [whole = '', decimals = '00'] = yuan(amount).replace('-', '').split('.')
  const sign = amount < 0n ? '−' : ''
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`
}

const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' })
const TIME = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  hour: '2-digit',
  minute: '2-digit',
})

export const dayText = (at: number) => DAY.format(at)
export const timeText = (at: number) => TIME.format(at)
export const momentText = (at: number) => `${DAY.format(at)} ${TIME.format(at)}`
/** Parts per million as a percentage with two decimals. */
export const rateText = (ppm: bigint) => `${(Number(ppm) / 10_000).toFixed(2)}%`

const SECONDS = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', timeStyle: 'medium' })

/** Only logs show seconds. */
export const logTimeText = (at: number) => `${DAY.format(at)} ${SECONDS.format(at)}`
