import type { consoleAccessShapes } from '@qingzhou/contract/features/console/access'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import type { StaffCaller } from '@qingzhou/platform/caller'
import {
  readLogPage,
  recordStaffAct,
  verifyStaffLogAfter,
} from '@qingzhou/platform/staff-log/index'
import { namesOfStaff } from '#features/staff-members/index.ts'
import type { Services } from '#services.ts'

type Shapes = typeof consoleAccessShapes

export async function readLog(
  services: Pick<Services, 'database' | 'vault'>,
  { filters, sort, after, limit }: Input<Shapes['log']>,
): Promise<Output<Shapes['log']>> {
  const { database } = services
  const found = await readLogPage(database, {
    filters,
    order: sort.order,
    after: after === undefined ? undefined : BigInt(/^\d{1,18}$/.exec(after.no)?.[0] ?? 0),
    limit: limit + 1,
  })
  const rows = found.slice(0, limit)
  const last = found.length > rows.length ? rows.at(-1) : undefined
  const names = await namesOfStaff(database, services, [...new Set(rows.map(({ actor }) => actor))])
  return {
    rows: rows.map(({ logNo, doneAt, actor, act, customer, about }) => {
      const actorName = names.get(actor)
      return {
        logNo: Number(logNo),
        doneAt: doneAt.getTime(),
        actor,
        ...(actorName !== undefined && { actorName }),
        act,
        ...(customer !== undefined && { customerNo: customer }),
        about,
      }
    }),
    ...(last && { next: { key: String(last.logNo), no: String(last.logNo) } }),
  }
}

/** Verifies a slice of the chain; the caller goes on until the end. The start is in the log. */
export async function verifyLog(
  services: Pick<Services, 'database' | 'now'>,
  { staff }: StaffCaller,
  { after }: Input<Shapes['verifyLog']>,
): Promise<Output<Shapes['verifyLog']>> {
  const { database } = services
  if (after === 0) await recordStaffAct(database, services, { staff, act: 'verify-log' })
  const { last, firstBroken, next } = await verifyStaffLogAfter(database, { after })
  return {
    last,
    ...(firstBroken !== undefined && { firstBroken }),
    ...(next !== undefined && { next }),
  }
}
