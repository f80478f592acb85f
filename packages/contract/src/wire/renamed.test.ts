import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { loansShapes } from '#features/loans.ts'
import { fen } from '@qingzhou/domain/money/money'
import { renameFields } from './renamed.ts'

const names = { loanSeqNo: 'drawNo', instalment: 'months' } as const
const row = renameFields(
  z.strictObject({ loanSeqNo: z.string(), note: z.optional(z.string()) }),
  names,
)
const page = z.object({ rows: z.array(row), last: z.optional(row) })

it('a renamed field has one name on the wire and another inside, in lists and nested objects too', () => {
  const wire = { rows: [{ loanSeqNo: 'D1', note: 'n' }], last: { loanSeqNo: 'D2' } }
  const inside = { rows: [{ drawNo: 'D1', note: 'n' }], last: { drawNo: 'D2' } }
  expect(z.decode(page, wire)).toEqual(inside)
  expect(z.encode(page, inside)).toEqual(wire)
})

it('a renamed object refuses unknown fields in both directions', () => {
  expect(z.safeDecode(row, { loanSeqNo: 'D1', drawNo: 'D1' } as never).success).toBe(false)
  expect(z.safeDecode(row, { drawNo: 'D1' } as never).success).toBe(false)
  expect(z.safeEncode(row, { drawNo: 'D1', extra: 1 } as never).success).toBe(false)
})

it('a name of the table that the object does not have on the wire stays as it is', () => {
  const own = renameFields(z.object({ months: z.int() }), names)
  expect(z.encode(own, { months: 6 })).toEqual({ months: 6 })
})

it('[3.017–3.021, 3.025–3.027] a draw and its quote have the names of the specification on the wire', () => {
  const terms = { amount: fen(5_000_00n), months: 12, method: 'equal-instalments' } as const
  const sent = z.encode(loansShapes.quote.request, { ...terms, couponNo: 'C1' })
  expect(Object.keys(sent).toSorted()).toEqual([
    'couponId',
    'instalment',
    'loanAmount',
    'repayMethod',
  ])
  const { loanIdentityDto } = loansShapes.quote.response.def.in.shape
  const agreementFields = { amount: '5000.00', annualRate: '8.00%' }
  expect(z.encode(loanIdentityDto, { agreementFields, isUnionLoan: true })).toEqual({
    protocolParams: { loanAmount: '5000.00', annualRate: '8.00%' },
    isUnionLoan: 'Y',
  })
})
