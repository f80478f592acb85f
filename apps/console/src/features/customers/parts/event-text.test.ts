import {
  accountEvents,
  findKinds,
  orderEvents,
  unmaskReasons,
} from '@qingzhou/contract/features/console/customers'
import { proposalKindNames, staffActNames } from '@qingzhou/contract/staff-acts'
import { bookActs } from '@qingzhou/domain/acts/book-acts'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { language } from '#platform/language.ts'
import { useEventText } from './event-text.ts'

afterEach(cleanup)

const what = [...bookActs, ...orderEvents, ...accountEvents, ...staffActNames, ...proposalKindNames]
const event = { at: 0, subject: 'staff', who: 'S000004', whoName: '纪南星', about: '' } as const

function textOf(shown: 'zh' | 'en') {
  act(() => language.set(shown))
  return renderHook(() => useEventText()).result.current
}

describe('an event of the timeline', () => {
  it.each(what)('%s reads as a sentence in both languages', (kind) => {
    const zh = textOf('zh').sentence({ ...event, what: kind })
    expect(zh).not.toContain(kind)
    expect(zh.replace('纪南星', '')).toMatch(/\p{Script=Han}/u)
    expect(zh).not.toMatch(/[a-z]+-[a-z]+/)
    const en = textOf('en').sentence({ ...event, what: kind })
    expect(en.replace('纪南星: ', '')).toMatch(/^[A-Za-z]/)
    expect(en.replace('纪南星', '')).not.toMatch(/\p{Script=Han}/u)
  })

  it('names a member of staff, the customer and the system', () => {
    const { sentence } = textOf('zh')
    const opened = { ...event, what: 'open-limit' }
    expect(sentence(opened)).toBe('纪南星开立额度')
    const byNobody = { ...opened, whoName: undefined }
    expect(sentence({ ...byNobody, who: 'system' })).toBe('系统开立额度')
    expect(sentence({ ...byNobody, who: 'customer', what: 'consent' })).toBe('客户同意协议')
  })

  it.each(findKinds)('says in words that a customer was found by %s', (kind) => {
    const found = { ...event, what: 'find-customer', about: `by=${kind} found=1` }
    expect(textOf('zh').details(found)).toMatch(/^按\p{Script=Han}+ · 找到 1 位$/u)
    expect(textOf('en').details(found)).toMatch(/^by [a-z ]+ · 1 found$/)
  })

  it.each(unmaskReasons)('says the reason %s in words', (reason) => {
    const unmasked = { ...event, what: 'unmask-for', about: `reason=${reason}` }
    expect(textOf('zh').details(unmasked)).toMatch(/^原因：\p{Script=Han}+$/u)
  })

  it('leaves out what has no words', () => {
    const about = 'proposal=P000001 kind=waive-amount granted=1 no-pair'
    const details = textOf('zh').details({ ...event, what: 'propose', about })
    expect(details).toBe('提议 P000001 · 减免息费')
  })
})
