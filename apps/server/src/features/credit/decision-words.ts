import type { Decision, Reason } from '@qingzhou/domain/credit/policy'
import { lender } from '@qingzhou/domain/lender'
import type { NotGranted } from '#features/applications/index.ts'

type Refusal = Exclude<Decision, { outcome: 'approved' }>

/** What is said on the page where a limit was not granted, and for how long. */
export function notGrantedBy({ outcome, reasons, retryOn }: Refusal): NotGranted {
  if (outcome === 'risk-refused') {
    const controlMessage = `为保障您的资金和账户安全，本次申请未能通过。如有疑问，请致电客服 ${lender.servicePhone}。`
    return { controlMessage, refusal: 'risk-refused', retryOn }
  }
  const [reason] = reasons
  const why = reason ? words[reason] : ''
  const controlMessage = `${why}本次申请暂未通过。您可在 ${inChinese(retryOn)}起重新申请。`
  return { controlMessage, refusal: outcome === 'refused' ? 'refused' : undefined, retryOn }
}

/** The message after a no. Why is said on the page, to nobody but its reader. */
export function messageAfter({ outcome, retryOn }: Refusal): string {
  const retry = outcome === 'declined' ? `您可在 ${inChinese(retryOn)}起重新申请。` : ''
  return `您的额度申请暂未通过。${retry}如有疑问，请致电 ${lender.servicePhone}。`
}

const words: Record<Reason, string> = {
  'on-fraud-list': '',
  'device-not-trusted': '',
  'age-out-of-range': '您的年龄不在可申请的范围内，',
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

/** 2027-02-13 reads 2027 年 2 月 13 日. */
function inChinese(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${year} 年 ${month} 月 ${date} 日`
}
