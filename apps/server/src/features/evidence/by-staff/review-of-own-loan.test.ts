import { expect, it } from 'vitest'
import { patient } from '#features/identity/testing/applicant.ts'
import { expectRefusal } from '#features/onboarding/testing/visitor.ts'
import {
  submitPhoto,
  newEvidenceBorrower,
  readEvidenceState,
} from '#features/evidence/testing/evidence-borrower.ts'
import { startProductForFile } from '#testing/product.ts'
import { newStaff } from '#testing/staff.ts'

const product = startProductForFile(patient)

it('a reviewer cannot review evidence of their own loan, recognised by phone number', async () => {
  const owner = await newEvidenceBorrower(product)
  const { evidenceNo, phone } = owner
  const borrower = await newStaff(product, ['admin'], { phone })
  await submitPhoto(owner)
  const own = borrower.client.api.staff
  expect((await own.evidence({ evidenceNo })).evidence.ownPart).toBe('loan')
  const { evidenceList } = await own.loansToHandle({ source: 1, pageNo: 1 })
  expect(evidenceList).toMatchObject([{ evidenceNo, ownPart: 'loan' }])
  const approval = { evidenceNo, round: 1, verdict: 'approved' } as const
  await expectRefusal(own.reviewEvidence(approval), { kind: 'own-loan' })
  await expectRefusal(own.reviewEvidence({ ...approval, verdict: 'refused', reason: '看不清' }), {
    kind: 'own-loan',
  })
  expect(await readEvidenceState(owner)).toBe('toReview')

  const { client } = await newStaff(product, ['reviewer'], { phone: '13700009999' })
  expect((await client.api.staff.evidence({ evidenceNo })).evidence.ownPart).toBeUndefined()
  expect(await client.api.staff.reviewEvidence(approval)).toEqual({ state: 'approved' })
}, 60_000)
