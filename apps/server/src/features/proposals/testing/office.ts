import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import type { StaffRole } from '@qingzhou/contract/permissions'
import { proposalKinds } from '#features/console/proposals/kinds.ts'
import { insertStaff } from '#features/staff-members/staff-store.ts'
import { dayInShanghai } from '@qingzhou/platform/clock'
import { createLimiter } from '@qingzhou/platform/database/rate-limit-store'
import { createVault } from '@qingzhou/platform/database/vault/vault'
import { createFiles } from '@qingzhou/platform/files/files'
import { createFolderStore } from '@qingzhou/platform/files/object-store'
import { createLog } from '@qingzhou/platform/log'
import { createTasks } from '@qingzhou/platform/tasks/tasks'
import type { AnyProposalKind } from '../proposal-kind.ts'
import type { ProposalDeps } from '../propose.ts'
import type { Acting } from '../rules.ts'

/** Members of staff and the dependencies of proposals, on the books of a test. */
export type Office = {
  readonly deps: ProposalDeps
  /** Moves the clock. */
  readonly advance: (minutes: number) => void
  readonly newMember: (roles: readonly StaffRole[], phone?: string) => Promise<Acting>
}

export async function openOffice(
  { deps: { database } }: { readonly deps: Pick<ProposalDeps, 'database'> },
  kinds: readonly AnyProposalKind[] = proposalKinds,
): Promise<Office> {
  const sealing = [{ id: 'k1', bytes: randomBytes(32) }]
  const vault = createVault({ sealing, index: randomBytes(32) })
  let skipped = 0
  const now = () => new Date(Date.now() + skipped)
  const store = createFolderStore(
    join(tmpdir(), `qingzhou-office-${randomBytes(6).toString('hex')}`),
  )
  const deps = {
    database,
    vault,
    now,
    today: () => dayInShanghai(now()),
    tasks: createTasks(),
    limiter: createLimiter({ database, vault, now }),
    files: createFiles({ database, vault, now, store }),
    log: createLog({ level: 'silent' }),
    kinds,
  }
  return {
    deps,
    advance: (minutes) => {
      skipped += minutes * 60_000
    },
    newMember: async (roles, phone) => {
      const username = `t${randomBytes(6).toString('hex')}`
      const accessEndsOn = roles.includes('auditor') ? addDays(deps.today(), 30) : undefined
      const member = { username, name: '余舟', avatar: '', roles, passwordHash: 'none', phone }
      const staffNo = await insertStaff(database, deps, {
        ...member,
        accessEndsOn,
        createdAt: now(),
      })
      if (staffNo === undefined) throw new Error(`username ${username} is taken`)
      return { staffNo, roles }
    },
  }
}
