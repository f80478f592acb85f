import type { Decision, Reason } from '@qingzhou/domain/credit/policy'
import { retryAfterReview, type ReviewEnd } from '@qingzhou/domain/credit/referral'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { product } from '@qingzhou/domain/product'
import { lender } from '@qingzhou/platform/config/brand'
import { smsOf, type Sms } from '@qingzhou/platform/sms/sms-templates'
import type { NotGranted } from '#features/applications/index.ts'

type Refusal = Extract<Decision, { readonly retryOn: LocalDate }>

/** What the borrower is told: on the page, and by SMS. */
export type Rejection = { readonly notGranted: NotGranted; readonly sms: Sms }

/** The message on the page after a rejection, and the day until which it applies. */
export function rejectionBy({ outcome, reasons, retryOn }: Refusal): Rejection {
  const sms = outcome === 'declined' ? retrySms(retryOn) : smsOf('limit-not-granted', {})
  if (outcome === 'risk-refused') {
    const controlMessage = `为保障您的资金和账户安全，本次申请未能通过。如有疑问，请致电客服 ${lender.servicePhone}。`
    return { notGranted: { controlMessage, refusal: 'risk-refused', retryOn }, sms }
  }
  const [reason] = reasons
  const why = reason ? words[reason] : ''
  const controlMessage = `${why}本次申请暂未通过。${retryWords(reason, retryOn)}`
  const refusal = outcome === 'refused' ? 'refused' : undefined
  return { notGranted: { controlMessage, refusal, retryOn }, sms }
}

/** The same after a person has refused a referred application, or nobody has decided in time. */
export function rejectionByReview(end: ReviewEnd, today: LocalDate): Rejection {
  const retryOn = retryAfterReview(end, today)
  const controlMessage = `${reviewWords[end]}本次申请暂未通过。您可在 ${inChinese(retryOn)}起重新申请。`
  return { notGranted: { controlMessage, refusal: undefined, retryOn }, sms: retrySms(retryOn) }
}

/** The reason is shown only on the page, to the signed-in customer. */
function retrySms(retryOn: LocalDate): Sms {
  return smsOf('limit-not-granted/retry', { date: inChinese(retryOn) })
}

/** An age out of range does not return to it, so no day is named. */
function retryWords(reason: Reason | undefined, retryOn: LocalDate): string {
  if (reason === 'age-out-of-range') return ''
  const when = reason === 'full-time-student' ? '毕业并有稳定收入后，' : ''
  return `${when}您可在 ${inChinese(retryOn)}起重新申请。`
}

const words: Record<Reason, string> = {
  'on-fraud-list': '',
  'device-not-trusted': '',
  'age-out-of-range': `本产品面向 ${product.age.min} 至 ${product.age.max} 周岁的客户，您的年龄不在可申请范围内，`,
  'full-time-student': '暂不向在校学生提供借款，',
  'enforced-by-court': '综合评估后，',
  'overdue-now': '您有尚未还清的逾期欠款，',
  'long-overdue-lately': '您近两年有较长时间的逾期记录，',
  'too-many-enquiries': '您近三个月申请借款的次数较多，',
  'owes-too-much': '您目前的负债相对收入较高，',
  'bureau-score-too-low': '您的信用评分暂未达到要求，',
  'too-few-points': '综合评估后，',
  'limit-too-small': '综合评估后，',
}

const reviewWords: Record<ReviewEnd, string> = {
  'income-not-plausible': '您填写的收入暂无法核实，',
  'details-contradict': '您填写的资料前后不一致，',
  'debts-not-bearable': '您目前的负债相对收入较高，',
  'device-doubtful': '综合评估后，',
  'not-reviewed-in-time': '人工审核未能按时完成，',
}

/** Formats 2027-02-13 as 2027 年 2 月 13 日. */
function inChinese(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${year} 年 ${month} 月 ${date} 日`
}
