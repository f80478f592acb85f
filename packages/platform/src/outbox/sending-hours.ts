import { addDays } from '@qingzhou/domain/calendar/local-date'
import { product } from '@qingzhou/domain/product'
import { dayInShanghai } from '#clock.ts'
import type { SmsTemplate } from '#sms/sms-templates.ts'

const SHANGHAI_AHEAD_MS = 8 * 3_600_000

/** Hours of a day in Shanghai. */
type Hours = { readonly from: number; readonly until: number }

/** Messages that are sent in some hours only; all others at any time. */
const hoursOf: { readonly [Template in SmsTemplate]?: Hours } = {
  'automatic-debit-failed/overdue': product.collectionHours,
  'automatic-debit-failed/penalty': product.collectionHours,
  'waiver-offered': product.collectionHours,
  'bureau-notice': product.collectionHours,
  'plan-defaulted': product.collectionHours,
  coupons: product.campaigns.sendingHours,
  invitations: product.campaigns.sendingHours,
  'sign-in-links': product.campaigns.sendingHours,
}

/** The next time at which a message may be sent; undefined if that is now. */
export function sendingTime(template: SmsTemplate, now: Date): Date | undefined {
  const hours = hoursOf[template]
  if (!hours) return undefined
  const hour = new Date(now.getTime() + SHANGHAI_AHEAD_MS).getUTCHours()
  if (hour >= hours.from && hour < hours.until) return undefined
  const day = hour < hours.from ? dayInShanghai(now) : addDays(dayInShanghai(now), 1)
  return new Date(`${day}T${String(hours.from).padStart(2, '0')}:00:00+08:00`)
}
