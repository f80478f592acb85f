import { beforeAll, expect, it } from 'vitest'
import { calls, type Call } from '@qingzhou/contract/calls'
import { patient } from '#features/identity/testing/applicant.ts'
import {
  newEvidenceBorrower,
  sendFile,
  type EvidenceBorrower,
} from '#features/evidence/testing/evidence-borrower.ts'
import { verifyLogs } from '@qingzhou/platform/staff-log/index'
import { startProductForFile } from '#testing/product.ts'
import { newStaff, type TestStaff } from '#testing/staff.ts'
import { csvOf, personOf, importFile } from './roster/testing/people.ts'

type StaffCall = {
  [C in keyof typeof calls.staff]: (typeof calls.staff)[C]['access'] extends 'staff' ? C : never
}[keyof typeof calls.staff]

const product = startProductForFile(patient)
let operator: TestStaff
let reviewer: TestStaff
let owner: EvidenceBorrower
let nameNo: string
beforeAll(async () => {
  operator = await newStaff(product, ['operator'])
  reviewer = await newStaff(product, ['reviewer'])
  owner = await newEvidenceBorrower(product)
})

/** Every staff call with the log entries it must write; a new call has to be added. */
const work: Record<StaffCall, { do: () => Promise<unknown>; noted: string[] }> = {
  me: { do: () => operator.client.api.staff.me({}), noted: [] },
  names: {
    do: () => operator.client.api.staff.names({ pageNo: 1 }),
    noted: ['look-at-names operator'],
  },
  addName: {
    do: async () => ({ nameNo } = await operator.client.api.staff.addName(personOf(1))),
    noted: ['add-name operator'],
  },
  removeName: {
    do: () => operator.client.api.staff.removeName({ nameNo }),
    noted: ['remove-name operator'],
  },
  importNames: {
    do: () => importFile(product, operator, csvOf([personOf(2), personOf(3)])),
    noted: ['start-import operator', 'import-names operator'],
  },
  loansToHandle: {
    do: () => operator.client.api.staff.loansToHandle({ source: 0, pageNo: 1 }),
    noted: ['list-evidence operator'],
  },
  uploadEvidence: {
    do: async () => {
      const { evidenceNo } = owner
      const { uploadEvidence } = operator.client.api.staff
      const { fileNo } = await sendFile(uploadEvidence, { evidenceNo })
      await uploadEvidence({ act: 'submit', evidenceNo, fileNos: [fileNo] })
    },
    noted: ['upload-evidence operator customer', 'submit-evidence operator customer'],
  },
  evidence: {
    do: () => reviewer.client.api.staff.evidence({ evidenceNo: owner.evidenceNo }),
    noted: ['look-at-evidence reviewer customer'],
  },
  reviewEvidence: {
    do: () => {
      const { evidenceNo } = owner
      return reviewer.client.api.staff.reviewEvidence({ evidenceNo, round: 1, verdict: 'approved' })
    },
    noted: ['review-evidence reviewer customer'],
  },
  changePassword: {
    do: () => {
      const { client, password: oldPassword } = operator
      return client.api.staff.changePassword({ oldPassword, newPassword: 'Other_Water_1' })
    },
    noted: ['change-own-password operator'],
  },
  signOut: { do: () => operator.client.api.staff.signOut({}), noted: ['sign-out operator'] },
}

/** The log entries after a row: act, actor, and whether they name a customer. */
async function logEntriesAfter(logNo: bigint): Promise<{ logNo: bigint; noted: string[] }> {
  const rows = await product.services.database.query<Record<'act' | 'actor', string> & Row>(
    'SELECT log_no, act, actor, customer_no FROM staff_log WHERE log_no > $1 ORDER BY log_no',
    [logNo],
  )
  return {
    logNo: rows.at(-1)?.log_no ?? logNo,
    noted: rows.map(({ act, actor, customer_no }) =>
      [act, nameOf(actor), ...(customer_no === null ? [] : ['customer'])].join(' '),
    ),
  }
}

type Row = { readonly log_no: bigint; readonly customer_no: string | null }

function nameOf(actor: string): string {
  if (actor === operator.staffNo) return 'operator'
  return actor === reviewer.staffNo ? 'reviewer' : actor
}

it('every staff call writes its entries to the staff log', async () => {
  const named = Object.entries<Call>(calls.staff).filter(([, { access }]) => access === 'staff')
  expect(Object.keys(work).toSorted()).toEqual(named.map(([name]) => name).toSorted())

  let { logNo } = await logEntriesAfter(0n)
  for (const [name, { do: act, noted }] of Object.entries(work)) {
    await act()
    const after = await logEntriesAfter(logNo)
    expect([name, after.noted]).toEqual([name, noted])
    logNo = after.logNo
  }
  expect(await verifyLogs(product.services.database)).toMatchObject([
    { firstBroken: undefined },
    { firstBroken: undefined },
  ])
}, 60_000)
