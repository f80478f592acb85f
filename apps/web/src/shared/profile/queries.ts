import { profileShapes, type DetailPart } from '@qingzhou/contract/features/profile'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { queryOptions } from '@tanstack/react-query'
import { callsOf } from '#platform/api/api.ts'
import { onboarding } from '#shared/sign-in/onboarding-calls.ts'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'

const { amend, read } = profileShapes

const profile = callsOf('profile', { amend, read })

export const amendAccount = profile.amend

export type Quotas = Output<typeof amend>

/** A change of contact or work details after submission, without its SMS code. */
export type DetailChange = Omit<
  Exclude<Input<typeof amend>, { act: 'read' | 'change' }>,
  'dynamicCode'
>

/** Query of the number of changes left. */
export function quotasQuery() {
  return queryOptions({
    queryKey: ['amendments'],
    queryFn: async ({ signal }) => profile.amend({ act: 'read' }, { signal, quiet: true }),
    refetchOnMount: 'always',
  })
}

/** How often a part was changed within a year, and the day it opens again if it is used up. */
export function quotaOf(part: DetailPart, { details, changesMax }: Quotas) {
  const { count = 0, opensOn } = details.find((one) => one.part === part) ?? {}
  return { count, opensOn, changesMax }
}

/** Query of the saved data, masked. */
export function maskedProfileQuery() {
  return queryOptions({
    queryKey: ['profile', 'masked'],
    queryFn: async ({ signal }) => profile.read({ masked: true }, { signal, quiet: true }),
    gcTime: 0,
  })
}

export function ownPhoneQuery() {
  return queryOptions({
    queryKey: ['masked-phone'],
    queryFn: async ({ signal }) => onboarding.maskedPhone({}, { signal, quiet: true }),
  })
}

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
