import { beforeEach, describe, expect, it } from 'vitest'
import {
  deviceId,
  draftOf,
  remove,
  removeDraft,
  store,
  storeDraft,
  obfuscate,
  read,
  reveal,
} from './storage.ts'
import { safeStorage } from './safe-storage.ts'
import { noticeName } from '@qingzhou/contract/wire/params'

beforeEach(() => localStorage.clear())

describe('values in the browser’s storage', () => {
  it('[3.073, 3.074] are plain, or a JSON string where the specification says so', () => {
    store('idLogNo', 'L1')
    store(noticeName, '今晚 "维护"')
    store('riskRefuseMsg', '暂不符合')
    expect(localStorage.getItem('idLogNo')).toBe('L1')
    expect(localStorage.getItem(noticeName)).toBe(JSON.stringify('今晚 "维护"'))
    expect(read(noticeName)).toBe('今晚 "维护"')
    expect(read('riskRefuseMsg')).toBe('暂不符合')
  })

  it('[3.076, 9.007] use the standard product by default', () => {
    expect(read('prodSubNo')).toBe('103001')
    store('prodSubNo', '900001')
    expect(read('prodSubNo')).toBe('900001')
    remove('prodSubNo')
    expect(read('prodSubNo')).toBe('103001')
  })

  it('tolerate foreign content', () => {
    localStorage.setItem(noticeName, '{not json')
    localStorage.setItem('riskRefuseMsg', '{"a":1}')
    localStorage.setItem('custNo', '!!')
    expect(read(noticeName)).toBeUndefined()
    expect(read('riskRefuseMsg')).toBeUndefined()
    expect(read('custNo')).toBeUndefined()
  })
})

describe('device number', () => {
  it('[3.075] the device number is created once', () => {
    const made = deviceId()
    expect(made).toMatch(/^[0-9a-f]{32}$/)
    expect(deviceId()).toBe(made)
    expect(localStorage.getItem('deviceId')).toBe(made)
  })

  it('the device number is created again when invalid', () => {
    localStorage.setItem('deviceId', '<script>')
    expect(deviceId()).toMatch(/^[0-9a-f]{32}$/)
  })
})

describe('personal values', () => {
  const personal = ['mobile', 'custNo', 'userID'] as const

  it.each(personal)('[3.084] %s is obfuscated and can be read back', (name) => {
    store(name, '13800138000')
    const stored = localStorage.getItem(name) ?? ''
    expect(stored).not.toContain('13800138000')
    expect(atob(stored)).not.toContain('13800138000')
    expect(read(name)).toBe('13800138000')
  })

  it('differ by name and by phone', () => {
    for (const name of personal) store(name, '13800138000')
    const here = personal.map((name) => localStorage.getItem(name))
    expect(new Set(here).size).toBe(personal.length)
    localStorage.removeItem('deviceId')
    expect(read('mobile')).not.toBe('13800138000')
  })

  it('personal values are obfuscated in drafts too', () => {
    storeDraft('sign-in', '{"mobile":"13800138000"}')
    expect(localStorage.getItem('draft:sign-in')).not.toContain('138')
    expect(draftOf('sign-in')).toBe('{"mobile":"13800138000"}')
    removeDraft('sign-in')
    expect(draftOf('sign-in')).toBeUndefined()
  })

  it('decode arbitrary text without an error', () => {
    for (const text of ['', 'a', '轻舟', '🚤', 'x'.repeat(5000)]) {
      expect(reveal(obfuscate(text, 'key'), 'key')).toBe(text)
    }
  })
})

describe('storage that throws', () => {
  const full = {
    length: 0,
    key: () => null,
    getItem: (): string | null => 'old',
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
    removeItem: () => {
      throw new DOMException('no', 'SecurityError')
    },
  }

  it('falls back to memory', () => {
    const storage = safeStorage(() => {
      throw new DOMException('no', 'SecurityError')
    })
    expect(storage.getItem('a')).toBeNull()
    storage.setItem('a', '1')
    expect(storage.getItem('a')).toBe('1')
    storage.removeItem('a')
    expect(storage.getItem('a')).toBeNull()
  })

  it('does not return an old value instead of a newer one in memory', () => {
    const storage = safeStorage(() => full)
    expect(storage.getItem('a')).toBe('old')
    storage.setItem('a', 'new')
    expect(storage.getItem('a')).toBe('new')
    storage.removeItem('a')
    expect(storage.getItem('a')).toBeNull()
  })
})
