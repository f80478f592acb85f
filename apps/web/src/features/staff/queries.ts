import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { EvidenceSubject } from '@qingzhou/contract/features/evidence'
import type { Output } from '@qingzhou/contract/wire/shape'
import { staffShapes } from '@qingzhou/contract/features/staff'
import { callsOf } from '#platform/api/api.ts'
import { staffToken } from '#platform/session/staff-session.ts'
import type { StaffMember } from '#platform/session/staff-session.ts'

const NO_ROLES = 'getInfo: roles must be a non-null array !'

export const staff = callsOf('staff', staffShapes)

type Answers = { [C in keyof typeof staffShapes]: Output<(typeof staffShapes)[C]> }

export type EvidenceForReview = Answers['evidence']

export type ImportAnswer = Answers['importNames']

/** Others work on the same lists: requested whenever a page opens. */
const refetchOnOpen = { refetchOnMount: 'always' } as const

/** The cache is separate for each employee. */
function keyOf(...rest: readonly (string | number)[]) {
  return ['staff', staffToken() ?? '', ...rest]
}

export function memberQuery() {
  const token = staffToken() ?? ''
  return queryOptions({
    queryKey: keyOf('me'),
    queryFn: async ({ signal }) => {
      const me = await staff.me({}, { signal, quiet: true })
      return staffMember({ token, ...me })
    },
    staleTime: 60_000,
  })
}

export function rosterQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: keyOf('names', search),
    initialPageParam: 1,
    queryFn: async ({ signal, pageParam: pageNo }) =>
      staff.names({ ...(search !== '' && { search }), pageNo }, { signal, quiet: true }),
    getNextPageParam: ({ hasMore }, _, pageNo) => (hasMore ? pageNo + 1 : undefined),
    ...refetchOnOpen,
  })
}

export function evidenceListQuery(source: number, subject: EvidenceSubject | undefined) {
  return infiniteQueryOptions({
    queryKey: keyOf('loans', source, subject ?? ''),
    initialPageParam: 1,
    queryFn: async ({ signal, pageParam: pageNo }) =>
      staff.loansToHandle({ source, subject, pageNo }, { signal, quiet: true }),
    getNextPageParam: ({ hasMore }, _, pageNo) => (hasMore ? pageNo + 1 : undefined),
    ...refetchOnOpen,
  })
}

/** Query of the counts; they are part of every list. */
export function countsQuery() {
  return queryOptions({
    queryKey: keyOf('counts'),
    queryFn: async ({ signal }) => {
      const { counts } = await staff.loansToHandle(
        { source: 0, pageNo: 1 },
        { signal, quiet: true },
      )
      return counts
    },
    ...refetchOnOpen,
  })
}

export function evidenceQuery(evidenceNo: string) {
  return queryOptions({
    queryKey: keyOf('evidence', evidenceNo),
    queryFn: async ({ signal }) => staff.evidence({ evidenceNo }, { signal, quiet: true }),
    gcTime: 0,
    ...refetchOnOpen,
  })
}

/** Draft names of the staff area; cleared on sign-out. */
export const ADD_ENTRY_DRAFT = 'staff-add-name'

export const IMPORT_DRAFT = 'staff-import'

/** An employee without a role gets an explanation instead of an empty page. */
export function staffMember(member: StaffMember): StaffMember {
  if (member.roles.length === 0) throw new Error(NO_ROLES)
  return member
}
