import type { PeriodObstacle } from '@qingzhou/domain/books/period-obstacle'
import type { DatedReason } from '@qingzhou/domain/dated/dated-reason'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { displayYuan, type Money } from '@qingzhou/domain/money/money'

/** A date in a message: 2026-11-15 becomes 2026 年 11 月 15 日. */
export function inWords(date: LocalDate): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${year} 年 ${month} 月 ${day} 日`
}

export const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600

/** A waiting time in seconds, minutes or hours, whichever reads best. */
export function waitOf(seconds: number): string {
  if (seconds < 2 * MINUTE_SECONDS) return `${seconds} 秒`
  if (seconds < 2 * HOUR_SECONDS) return `${Math.ceil(seconds / MINUTE_SECONDS)} 分钟`
  return `${Math.ceil(seconds / HOUR_SECONDS)} 小时`
}

type Offer = { readonly amountMin: Money; readonly amountMax: Money; readonly step: Money }

export function rangeOf({ amountMin, amountMax, step }: Offer): string {
  return `${displayYuan(amountMin)} 至 ${displayYuan(amountMax)} 元，且为 ${displayYuan(step)} 元的整数倍`
}

/** Why a row of a day is refused. */
export const datedReasons: Readonly<Record<DatedReason, string>> = {
  'kind-unknown': '没有这个类别',
  'day-malformed': '日期不正确',
  'value-malformed': '取值不正确',
  twice: '同一日期重复登记',
  'already-recorded': '与现有记录相同',
  'day-past': '日期已过，不能更改',
  'years-mixed': '日历须为同一年度',
  'no-holiday': '日历没有节假日',
  'works-anyway': '当天本来就是工作日',
  'above-law': '高于法律规定的上限',
  'below-price': '低于正在执行的利率',
  'partner-malformed': '出资方代码不正确',
  'partner-unknown': '没有这个出资方',
  'name-taken': '名称或许可证号已属于另一出资方',
  'tiers-overlap': '同一产品和起点金额的出资比例重复',
  'shares-above-whole': '出资比例与自有最低比例合计超过 100%',
  'share-below-law': '低于法律规定的最低出资比例',
  'limits-contradict': '单一客户上限高于总额上限',
  'limit-exceeded': '低于目前的出资余额',
}

/** What a proposal has come to. */
export const decisions = {
  done: '已执行',
  rejected: '已驳回',
  expired: '已过期',
  failed: '未能执行',
}

/** Why the books of a period cannot be closed. */
export const periodObstacles: Readonly<Record<PeriodObstacle, string>> = {
  'already-closed': '该日已关账',
  'day-not-booked': '该日总账尚未汇总',
  'day-missing': '期间内有日终未完成的日期',
  'difference-open': '存在未处理的差异',
  'balance-not-zero': '试算不平衡',
}
