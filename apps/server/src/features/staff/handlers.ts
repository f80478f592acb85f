import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '@qingzhou/platform/caller'
import {
  readEvidence,
  loansToHandle,
  reviewEvidence,
  uploadOnBehalf,
  type AfterReview,
} from '#features/evidence/index.ts'
import {
  changeOwnPassword,
  confirmSecondFactor,
  redeemHandover,
  signIn,
  signOut,
} from '#features/staff-members/index.ts'
import type { Services } from '#services.ts'
import { addName, removeName } from './roster/change-roster.ts'
import { handleImport, deleteOldImports } from './roster/import/handle-import.ts'
import { listNames } from './roster/list-roster.ts'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'
import { importNames } from './roster/import/import-names.ts'

export function staffHandlers(
  services: Pick<
    Services,
    | 'database'
    | 'vault'
    | 'limiter'
    | 'files'
    | 'tasks'
    | 'now'
    | 'staffSecondFactor'
    | 'adminPlatformKey'
    | 'today'
    | 'businessDate'
  >,
  { afterReview }: { readonly afterReview: AfterReview },
): Handlers<Callers>['staff'] {
  return {
    openLoanArea: (input, caller) => signIn(services, caller, input),
    names: (input, caller) => listNames(services, caller, input),
    addName: (input, caller) => addName(services, caller, input),
    importNames: (input, caller) => handleImport(services, caller, input),
    removeName: (input, caller) => removeName(services, caller, input),
    loansToHandle: (input, caller) => loansToHandle(services, caller, input),
    evidence: ({ evidenceNo }, caller) => readEvidence(services, caller, evidenceNo),
    uploadEvidence: (input, caller) => uploadOnBehalf(services, caller, input),
    reviewEvidence: (review, caller) => reviewEvidence(services, caller, { review, afterReview }),
    redeemHandover: (input, caller) => redeemHandover(services, caller, input),
    signIn: (input, caller) => signIn(services, caller, input),
    confirmSecondFactor: (input, caller) => confirmSecondFactor(services, caller, input),
    me: async (_, { staff: { name, avatar, roles } }) => ({ name, avatar, roles: [...roles] }),
    changePassword: async (input, caller) => {
      await changeOwnPassword(services, caller, input)
      return {}
    },
    signOut: async (_, caller) => {
      await signOut(services, caller)
      return {}
    },
  }
}

export function rosterTasks(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
): TaskHandlers<'import-names' | 'forget-imports'> {
  return {
    'import-names': ({ importNo }) => importNames(services, importNo),
    'forget-imports': () => deleteOldImports(services),
  }
}
