import { calls } from '@qingzhou/contract/calls'
import type { StaffRole } from '@qingzhou/contract/permissions'
import { evidenceStates } from '@qingzhou/contract/features/evidence'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { type HandledEvidence, staffShapes } from '@qingzhou/contract/features/staff'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { storeStaffToken } from '#platform/session/staff-session.ts'
import type { connectNetwork } from '#shared/testing/network.ts'

type Network = Awaited<ReturnType<typeof connectNetwork>>
type Requests = { [C in keyof typeof staffShapes]: Input<(typeof staffShapes)[C]> }
type Answers = { [C in keyof typeof staffShapes]: Output<(typeof staffShapes)[C]> }

const PAGE = 10

export const noImport: Answers['importNames'] = {
  state: 'waiting',
  rows: 0,
  rowsDone: 0,
  added: 0,
  already: 0,
  problems: [],
  problemsTotal: 0,
}

export function evidenceFor(
  evidenceNo: string,
  unusual: Partial<HandledEvidence> = {},
): HandledEvidence {
  return {
    evidenceNo,
    subject: 'loanUse',
    state: 'toReview',
    loanNo: 'LOAN-00001',
    amount: fen(3200_00n),
    drawnOn: localDate('2026-11-01'),
    purposeName: '装修',
    dueOn: localDate('2026-12-01'),
    submittedAt: Date.UTC(2026, 10, 15),
    round: 1,
    filesCount: 1,
    borrowerName: '*三',
    mobile: '138****0001',
    productNo: '101001',
    ...unusual,
  }
}

export function entryFor(nameNo: string): Answers['names']['names'][number] {
  const person = { name: '*三', idNumber: '440***********123X', mobile: '139****0001' }
  return { nameNo, ...person, employer: '清河医院', addedBy: '曹操作', addedAt: 0 }
}

/**
 * A back office with default answers and recorded requests. An employee with these roles is signed
 * in.
 */
export function answerAsBackOffice(network: Network, roles: readonly StaffRole[]) {
  const office = {
    evidenceList: [] as HandledEvidence[],
    names: [] as Answers['names']['names'],
    imports: [] as Answers['importNames'][],
    request: {
      lists: [] as Requests['loansToHandle'][],
      names: [] as Requests['names'][],
      verdicts: [] as Requests['reviewEvidence'][],
      evidenceList: [] as string[],
    },
  }
  const { staff } = calls
  storeStaffToken('staff-token-1')
  network.answer(staff.me, staffShapes.me, () => ({
    name: '曹操作',
    avatar: '',
    roles: [...roles],
  }))
  network.answer(staff.loansToHandle, staffShapes.loansToHandle, (input) => {
    office.request.lists.push(input)
    const { source, subject, pageNo } = input
    const found = office.evidenceList.filter(
      (one) =>
        one.state === evidenceStates[source] && (subject === undefined || subject === one.subject),
    )
    return {
      evidenceList: found.slice((pageNo - 1) * PAGE, pageNo * PAGE),
      counts: countsOf(office.evidenceList),
      hasMore: found.length > pageNo * PAGE,
    }
  })
  network.answer(staff.evidence, staffShapes.evidence, ({ evidenceNo }) => {
    office.request.evidenceList.push(evidenceNo)
    return {
      evidence:
        office.evidenceList.find((one) => one.evidenceNo === evidenceNo) ?? evidenceFor(evidenceNo),
      files: [],
      principalLeft: fen(3200_00n),
      history: [],
    }
  })
  network.answer(staff.reviewEvidence, staffShapes.reviewEvidence, (input) => {
    office.request.verdicts.push(input)
    office.evidenceList = office.evidenceList.filter((one) => one.evidenceNo !== input.evidenceNo)
    return { state: input.verdict }
  })
  network.answer(staff.names, staffShapes.names, (input) => {
    office.request.names.push(input)
    const found = input.search === undefined ? office.names : []
    return { names: found, total: found.length, hasMore: false }
  })
  network.answer(staff.importNames, staffShapes.importNames, (input): Answers['importNames'] => {
    if (input.act === 'part') return { ...noImport, state: 'receiving', parts: input.part ? 1 : 0 }
    if (input.act === 'start') return { ...noImport, importNo: 'IMPORT-00001' }
    return office.imports.shift() ?? noImport
  })
  return office
}

function countsOf(evidenceList: readonly HandledEvidence[]): Answers['loansToHandle']['counts'] {
  const count = (state: HandledEvidence['state']) =>
    evidenceList.filter((one) => one.state === state).length
  return {
    toUpload: count('toUpload'),
    toReview: count('toReview'),
    approved: count('approved'),
    refused: count('refused'),
    invalid: count('invalid'),
  }
}
