import { calls } from '@qingzhou/contract/calls'
import { type FileRecord, PART_BYTES } from '@qingzhou/contract/wire/files'
import { type Evidence, evidenceShapes, evidenceStates } from '@qingzhou/contract/features/evidence'
import type { Input } from '@qingzhou/contract/wire/shape'
import { addDays, daysBetween } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { today } from '#shared/pages/figures.ts'
import type { connectNetwork } from '#shared/testing/network.ts'

type Network = Awaited<ReturnType<typeof connectNetwork>>

const PAGE = 10

export function evidenceOf(more: Partial<Evidence> = {}): Evidence {
  const evidence: Evidence = {
    evidenceNo: 'PROOF-0001',
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
  const { dueOn } = evidence
  return { ...evidence, daysLeft: dueOn && daysBetween({ from: today(), to: dueOn }) }
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
export function answerEvidence(network: Network, evidenceList: () => readonly Evidence[]) {
  const stored = {
    files: [] as FileRecord[],
    requests: [] as Input<typeof evidenceShapes.list>[],
    submitted: [] as Input<typeof evidenceShapes.submit>[],
    /** The answer to handing in; may refuse. */
    submit: (): Evidence['state'] => 'toReview',
  }
  network.answer(calls.evidence.list, evidenceShapes.list, (input) => {
    stored.requests.push(input)
    const all = evidenceList().filter(
      ({ evidenceNo, state }) =>
        (input.evidenceNo ?? evidenceNo) === evidenceNo && (input.state ?? state) === state,
    )
    const start = ((input.pageNo ?? 1) - 1) * PAGE
    return {
      evidenceList: all.slice(start, start + PAGE),
      counts: countsOf(evidenceList()),
      hasMore: all.length > start + PAGE,
      files: input.evidenceNo === undefined ? [] : stored.files,
    }
  })
  network.answer(calls.evidence.upload, evidenceShapes.upload, (input) => {
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
  network.answer(calls.evidence.submit, evidenceShapes.submit, (input) => {
    stored.submitted.push(input)
    return { state: stored.submit() }
  })
  return stored
}

function countsOf(evidenceList: readonly Evidence[]) {
  const counts = { toUpload: 0, toReview: 0, approved: 0, refused: 0, invalid: 0 }
  for (const state of evidenceStates) {
    counts[state] = evidenceList.filter((evidence) => evidence.state === state).length
  }
  return counts
}
