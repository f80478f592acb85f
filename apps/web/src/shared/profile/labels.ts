import type { DetailPart } from '@qingzhou/contract/features/profile'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'

/** The parts of the profile that can be changed after submission. */
export const detailNames: Record<DetailPart, string> = {
  home: '居住地址',
  email: '电子邮箱',
  contacts: '紧急联系人',
  company: '单位信息',
}

/** The next change is possible next year, so the year is shown. */
function dayWithYear(date: LocalDate): string {
  const [year, month, day] = date.split('-')
  return `${year}年${Number(month)}月${Number(day)}日`
}

/** How often something may still be changed, or from when. */
export function quotaWords({
  count,
  changesMax,
  opensOn,
}: {
  readonly count: number
  readonly changesMax: number
  readonly opensOn: LocalDate | undefined
}): string {
  if (opensOn) return `一年内已改 ${count} 次，${dayWithYear(opensOn)}起可以再改`
  return `还可修改 ${changesMax - count} 次，一年内最多 ${changesMax} 次`
}
