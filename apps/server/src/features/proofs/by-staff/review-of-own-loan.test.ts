import { afterAll, beforeAll, expect, it } from 'vitest'
import { patient } from '#features/identity/testing/applicant.ts'
import { expectRefusal } from '#features/onboarding/testing/visitor.ts'
import {
  handedIn,
  newEvidenceBorrower,
  stateOf,
} from '#features/proofs/testing/evidence-borrower.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { newStaff } from '#testing/staff.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct(patient)
})
afterAll(() => product.stop())

it('a reviewer cannot review evidence of their own loan, recognised by phone number', async () => {
  const prover = await newEvidenceBorrower(product)
  const { proofNo, phone } = prover
  const borrower = await newStaff(product, ['admin'], { phone })
  await handedIn(prover)
  const own = borrower.client.api.staff
  expect((await own.proofs({ proofNo })).proof.ownPart).toBe('loan')
  const { proofs } = await own.loansToHandle({ source: 1, pageNo: 1 })
  expect(proofs).toMatchObject([{ proofNo, ownPart: 'loan' }])
  const approval = { proofNo, round: 1, verdict: 'approved' } as const
  await expectRefusal(own.reviewProof(approval), { kind: 'own-loan' })
  await expectRefusal(own.reviewProof({ ...approval, verdict: 'refused', reason: '看不清' }), {
    kind: 'own-loan',
  })
  expect(await stateOf(prover)).toBe('toReview')

  const { client } = await newStaff(product, ['reviewer'], { phone: '13700009999' })
  expect((await client.api.staff.proofs({ proofNo })).proof.ownPart).toBeUndefined()
  expect(await client.api.staff.reviewProof(approval)).toEqual({ state: 'approved' })
}, 60_000)
