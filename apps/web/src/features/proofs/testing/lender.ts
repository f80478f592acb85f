import { calls } from '@qingzhou/contract/calls'
import { type FileRecord, PART_BYTES } from '@qingzhou/contract/wire/files'
import { type Proof, proofsShapes, proofStates } from '@qingzhou/contract/features/proofs'
import type { Input } from '@qingzhou/contract/wire/shape'
import { addDays, daysBetween } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { today } from '#shared/pages/figures.ts'
import type { connectNetwork } from '#shared/testing/network.ts'

type Network = Awaited<ReturnType<typeof connectNetwork>>

const PAGE = 10

export function evidenceOf(more: Partial<Proof> = {}): Proof {
  const proof: Proof = {
    proofNo: 'PROOF-0001',
    subject: 'loanUse',
    state: 'toUpload',
    loanNo: 'LOAN-1',
    amount: fen(8000_00n),
    drawnOn: addDays(today(), -20),
    purposeName: '装修',
    dueOn: addDays(today(), 10),
    round: 0,
    filesCount: 0,
    ...more,
  }
  const { dueOn } = proof
  return { ...proof, daysLeft: dueOn && daysBetween({ from: today(), to: dueOn }) }
}

export function fileOf(fileNo: string, fileName: string): FileRecord {
  const url = `/files/${fileNo}`
  return {
    fileNo,
    fileName,
    kind: 'picture',
    size: 4096,
    pages: 1,
    by: 'borrower',
    addedAt: 0,
    url,
  }
}

/** Evidence as stored by the server, by state and page or by number. */
export function answerEvidence(network: Network, proofs: () => readonly Proof[]) {
  const stored = {
    files: [] as FileRecord[],
    requests: [] as Input<typeof proofsShapes.list>[],
    submitted: [] as Input<typeof proofsShapes.submit>[],
    /** The answer to handing in; may refuse. */
    submit: (): Proof['state'] => 'toReview',
  }
  network.answer(calls.proofs.list, proofsShapes.list, (input) => {
    stored.requests.push(input)
    const all = proofs().filter(
      ({ proofNo, state }) =>
        (input.proofNo ?? proofNo) === proofNo && (input.state ?? state) === state,
    )
    const start = ((input.pageNo ?? 1) - 1) * PAGE
    return {
      proofs: all.slice(start, start + PAGE),
      counts: countsOf(proofs()),
      hasMore: all.length > start + PAGE,
      files: input.proofNo === undefined ? [] : stored.files,
    }
  })
  network.answer(calls.proofs.upload, proofsShapes.upload, (input) => {
    if (input.act === 'remove') {
      stored.files = stored.files.filter(({ fileNo }) => fileNo !== input.fileNo)
      return { parts: 0 }
    }
    const parts = input.part ? input.part.at + 1 : 0
    if (parts < Math.ceil(input.size / PART_BYTES)) return { parts }
    const file = { ...fileOf(input.digest.slice(0, 32), input.fileName), size: input.size }
    stored.files.push(file)
    return { parts, file }
  })
  network.answer(calls.proofs.submit, proofsShapes.submit, (input) => {
    stored.submitted.push(input)
    return { state: stored.submit() }
  })
  return stored
}

function countsOf(proofs: readonly Proof[]) {
  const counts = { toUpload: 0, toReview: 0, approved: 0, refused: 0, invalid: 0 }
  for (const state of proofStates) {
    counts[state] = proofs.filter((proof) => proof.state === state).length
  }
  return counts
}
