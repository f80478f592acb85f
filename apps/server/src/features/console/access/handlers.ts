import { permissionsOf } from '@qingzhou/contract/permissions'
import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers, StaffCaller } from '@qingzhou/platform/caller'
import {
  choosePassword,
  confirmSecondFactor,
  finishOidc,
  issueFirstPassword,
  resetSecondFactor,
  signIn,
  signOut,
  startOidc,
  unlockStaff,
} from '#features/staff-members/index.ts'
import type { Services } from '#services.ts'
import { changeMember } from './change-members.ts'
import { readLog, verifyLog } from './read-log.ts'
import { endStaffSession, listMembers, listStaffSessions, readMember } from './read-members.ts'

export function consoleAccessHandlers(
  services: Pick<
    Services,
    | 'database'
    | 'vault'
    | 'now'
    | 'today'
    | 'limiter'
    | 'log'
    | 'publicOrigin'
    | 'staffOidc'
    | 'staffSecondFactor'
  >,
): Handlers<Callers>['console-access'] {
  const change =
    (act: typeof unlockStaff) =>
    ({ staffNo }: { readonly staffNo: string }, caller: StaffCaller) =>
      answerNothing(changeMember(services, caller, { staffNo, act }))
  return {
    signInWays: async () => ({ hasOidc: services.staffOidc !== undefined }),
    signIn: (input, caller) => signIn(services, caller, input),
    confirmSecondFactor: (input, caller) => confirmSecondFactor(services, caller, input),
    choosePassword: (input, caller) => choosePassword(services, caller, input),
    startOidc: (_, caller) => startOidc(services, caller),
    finishOidc: (input, caller) => finishOidc(services, caller, input),
    signOut: (_, caller) => answerNothing(signOut(services, caller)),
    me: async (_, { staff }) => ({
      staffNo: staff.staffNo,
      name: staff.name,
      roles: [...staff.roles],
      permissions: permissionsOf(staff),
    }),
    members: (input) => listMembers(services, input),
    member: async ({ staffNo }) => ({
      ...(await readMember(services, staffNo)),
      ...(services.staffOidc && { issuer: services.staffOidc.issuer }),
    }),
    issueFirstPassword: async ({ staffNo }, { staff }) => {
      const { username } = await readMember(services, staffNo)
      return issueFirstPassword(services, staff, { staffNo, username })
    },
    unlockMember: change(unlockStaff),
    resetSecondFactor: change(resetSecondFactor),
    sessions: (input, caller) => listStaffSessions(services, caller, input),
    endSession: (input, caller) => answerNothing(endStaffSession(services, caller, input)),
    log: (input) => readLog(services, input),
    verifyLog: (input, caller) => verifyLog(services, caller, input),
  }
}

async function answerNothing(act: Promise<void>): Promise<Record<string, never>> {
  await act
  return {}
}
