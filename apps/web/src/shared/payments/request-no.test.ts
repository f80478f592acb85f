import { beforeEach, describe, expect, it } from 'vitest'
import { keepTyped } from '#shared/forms/draft.ts'
import { forgetRequestNo, requestNoFor } from './request-no.ts'

describe('the number of a request', () => {
  beforeEach(() => localStorage.clear())

  it('stays the same for the same thing, and is another for another', () => {
    const first = requestNoFor('delay', 'quote-1')
    expect(requestNoFor('delay', 'quote-1')).toBe(first)
    const second = requestNoFor('delay', 'quote-2')
    expect(second).not.toBe(first)
    expect(requestNoFor('waiver', 'quote-2')).not.toBe(second)
  })

  it('is a new one once the request was answered', () => {
    const first = requestNoFor('delay', 'quote-1')
    forgetRequestNo('delay')
    expect(requestNoFor('delay', 'quote-1')).not.toBe(first)
  })

  it('is never what somebody else wrote there', () => {
    keepTyped('delay', { what: 'quote-1', requestNo: '../other' })
    expect(requestNoFor('delay', 'quote-1')).toMatch(/^[0-9a-f]{32}$/)
  })
})
