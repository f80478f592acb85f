import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { listRequest, listResponse } from './list.ts'

const request = listRequest({
  filters: z.strictObject({ state: z.optional(z.enum(['open', 'done'])) }),
  sortings: ['age', 'amount'],
})
const page = { filters: {}, sort: { by: 'age', order: 'down' }, limit: 50 }

describe('a list', () => {
  it('takes filters, a sorting of its own, and a place of an earlier answer', () => {
    const response = listResponse(z.object({ no: z.string() }))
    const { next } = z.encode(response, {
      rows: [{ no: 'E1' }],
      next: { key: '2026-11-19T00:00:00.000Z', no: 'E1' },
    })
    const asked = z.decode(request, { ...page, after: next } as z.input<typeof request>)
    expect(asked.after).toEqual({ key: '2026-11-19T00:00:00.000Z', no: 'E1' })
  })

  it.each([
    ['an unknown sorting', { sort: { by: 'phone', order: 'up' } }],
    ['an unknown filter', { filters: { phone: '13900000000' } }],
    ['more than 200 rows', { limit: 201 }],
    ['no rows', { limit: 0 }],
    ['a place that no answer has', { after: "x' OR 1=1" }],
    ['a place of several keys', { after: 'a~b~c' }],
  ])('refuses %s', (_, wrong) => {
    expect(z.safeParse(request, { ...page, ...wrong }).success).toBe(false)
  })
})
