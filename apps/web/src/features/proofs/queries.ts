import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { FileRecord } from '@qingzhou/contract/wire/files'
import { type Proof, proofsShapes, type ProofState } from '@qingzhou/contract/features/proofs'
import { callsOf } from '#platform/api/api.ts'

/** The calls that change evidence. */
export const { upload, submit } = callsOf('proofs', {
  upload: proofsShapes.upload,
  submit: proofsShapes.submit,
})
const { list } = callsOf('proofs', { list: proofsShapes.list })

export const EVIDENCE_KEY = 'proofs'

/** A review may change at any time: requested whenever a page opens. */
const refetchOnOpen = { refetchOnMount: 'always' } as const

export function evidenceListQuery(state: ProofState) {
  return infiniteQueryOptions({
    queryKey: [EVIDENCE_KEY, 'list', state],
    initialPageParam: 1,
    queryFn: async ({ signal, pageParam: pageNo }) =>
      list({ state, pageNo }, { signal, quiet: true }),
    getNextPageParam: ({ hasMore }, _, pageNo) => (hasMore ? pageNo + 1 : undefined),
    ...refetchOnOpen,
  })
}

export type EvidenceWithFiles = { readonly proof: Proof; readonly files: readonly FileRecord[] }

/** Query of one evidence with its files; null if missing. */
export function evidenceQuery(proofNo: string) {
  return queryOptions({
    queryKey: [EVIDENCE_KEY, 'one', proofNo],
    queryFn: async ({ signal }): Promise<EvidenceWithFiles> => {
      const { proofs, files } = await list({ proofNo }, { signal, quiet: true })
      const [proof] = proofs
      if (!proof) throw new Error('evidence: answer without the requested number')
      return { proof, files }
    },
    ...refetchOnOpen,
  })
}
