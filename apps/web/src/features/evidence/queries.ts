import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { FileRecord } from '@qingzhou/contract/wire/files'
import {
  type Evidence,
  evidenceShapes,
  type EvidenceState,
} from '@qingzhou/contract/features/evidence'
import { callsOf } from '#platform/api/api.ts'

/** The calls that change evidence. */
export const { upload, submit } = callsOf('evidence', {
  upload: evidenceShapes.upload,
  submit: evidenceShapes.submit,
})
const { list } = callsOf('evidence', { list: evidenceShapes.list })

export const EVIDENCE_KEY = 'evidence'

/** A review may change at any time: requested whenever a page opens. */
const refetchOnOpen = { refetchOnMount: 'always' } as const

export function evidenceListQuery(state: EvidenceState) {
  return infiniteQueryOptions({
    queryKey: [EVIDENCE_KEY, 'list', state],
    initialPageParam: 1,
    queryFn: async ({ signal, pageParam: pageNo }) =>
      list({ state, pageNo }, { signal, quiet: true }),
    getNextPageParam: ({ hasMore }, _, pageNo) => (hasMore ? pageNo + 1 : undefined),
    ...refetchOnOpen,
  })
}

export type EvidenceWithFiles = {
  readonly evidence: Evidence
  readonly files: readonly FileRecord[]
}

/** Query of one evidence with its files; null if missing. */
export function evidenceQuery(evidenceNo: string) {
  return queryOptions({
    queryKey: [EVIDENCE_KEY, 'one', evidenceNo],
    queryFn: async ({ signal }): Promise<EvidenceWithFiles> => {
      const { evidenceList, files } = await list({ evidenceNo }, { signal, quiet: true })
      const [evidence] = evidenceList
      if (!evidence) throw new Error('evidence: answer without the requested number')
      return { evidence, files }
    },
    ...refetchOnOpen,
  })
}
