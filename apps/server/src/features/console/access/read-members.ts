import type { consoleAccessShapes } from '@qingzhou/contract/features/console/access'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import type { StaffCaller } from '@qingzhou/platform/caller'
import { Refused } from '@qingzhou/platform/refused'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import {
  deleteSessionByNo,
  isSessionOf,
  readMembers,
  readStaffSessions,
  type Member,
} from '#features/staff-members/index.ts'
import type { Services } from '#services.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'now'>
type Shapes = typeof consoleAccessShapes

export async function listMembers(
  services: Deps,
  request: Input<Shapes['members']>,
): Promise<Output<Shapes['members']>> {
  const found = await readMembers(services.database, services, oneMore(request))
  const rows = found.slice(0, request.limit)
  const last = found.length > rows.length ? rows.at(-1) : undefined
  return {
    rows: rows.map(shownMember),
    ...(last && { next: { key: last[request.sort.by], no: last.staffNo } }),
  }
}

export async function readMember(
  services: Deps,
  staffNo: string,
): Promise<Output<Shapes['member']>> {
  const [member] = await readMembers(services.database, services, {
    filters: { staffNo },
    sort: { by: 'staffNo', order: 'up' },
    limit: 1,
  })
  if (!member) throw new Refused({ kind: 'field-invalid', message: '没有这位成员' })
  return shownMember(member)
}

function shownMember({ roles, createdAt, ...member }: Member) {
  return { ...member, roles: [...roles], createdAt: createdAt.getTime() }
}

export async function listStaffSessions(
  services: Deps,
  caller: StaffCaller,
  request: Input<Shapes['sessions']>,
): Promise<Output<Shapes['sessions']>> {
  if (request.after && !isMoment(request.after.key)) {
    throw new Refused({ kind: 'field-invalid', message: '列表位置有误，请刷新后重试' })
  }
  const found = await readStaffSessions(services.database, services, oneMore(request))
  const rows = found.slice(0, request.limit)
  const last = found.length > rows.length ? rows.at(-1) : undefined
  const own = caller.readSecret('staff') ?? ''
  return {
    rows: rows.map(({ openedAt, expiresAt, secretHash, ...session }) => ({
      ...session,
      openedAt: openedAt.getTime(),
      expiresAt: expiresAt.getTime(),
      isOwn: isSessionOf(services, { secretHash, secret: own }),
    })),
    ...(last && { next: { key: last.openedAt.toISOString(), no: last.sessionNo } }),
  }
}

/** Whether a key is one that this list has given. */
function isMoment(key: string): boolean {
  const at = Date.parse(key)
  return !Number.isNaN(at) && new Date(at).toISOString() === key
}

/** Ends a session at once. One that has ended meanwhile is answered alike. */
export async function endStaffSession(
  services: Deps,
  { staff }: StaffCaller,
  { sessionNo }: Input<Shapes['endSession']>,
): Promise<void> {
  await services.database.inTransaction(async (tx) => {
    const holder = await deleteSessionByNo(tx, sessionNo)
    if (holder === undefined) return
    const about = `staff=${holder}`
    await recordStaffAct(tx, services, { staff, act: 'end-staff-session', about })
  })
}

/** One row more than asked for shows whether there is a next page. */
function oneMore<Request extends { readonly limit: number }>(request: Request): Request {
  return { ...request, limit: request.limit + 1 }
}
