import { beforeEach, describe, expect, it } from 'vitest'
import { saveDraft } from '#shared/forms/draft.ts'
import { clearRequestNo, requestNoFor } from './request-no.ts'

describe('request number', () => {
  beforeEach(() => localStorage.clear())

  it('is the same for the same content and different for other content', () => {
    const first = requestNoFor('delay', 'quote-1')
    expect(requestNoFor('delay', 'quote-1')).toBe(first)
    const second = requestNoFor('delay', 'quote-2')
    expect(second).not.toBe(first)
    expect(requestNoFor('waiver', 'quote-2')).not.toBe(second)
  })

  it('uses a new request number after an answer', () => {
    const first = requestNoFor('delay', 'quote-1')
    clearRequestNo('delay')
    expect(requestNoFor('delay', 'quote-1')).not.toBe(first)
  })

  it('ignores foreign content in storage', () => {
    saveDraft('delay', { what: 'quote-1', requestNo: '../other' })
    expect(requestNoFor('delay', 'quote-1')).toMatch(/^[0-9a-f]{32}$/)
  })
})
