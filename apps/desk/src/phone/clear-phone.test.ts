import { afterEach, describe, expect, it } from 'vitest'
import { deskMemory } from '#desk-memory.ts'
import { clearPhone, cookieNames } from './clear-phone.ts'

afterEach(() => localStorage.clear())

describe('clearing the phone', () => {
  it('forgets what the app kept, and keeps what the desk itself remembers', () => {
    deskMemory.keep('width', '430')
    localStorage.setItem('deviceId', 'd-1')
    sessionStorage.setItem('draft', 'half a name')
    document.cookie = 'token=t-1; path=/'
    clearPhone(document)
    expect(localStorage.getItem('deviceId')).toBeNull()
    expect(sessionStorage.getItem('draft')).toBeNull()
    expect(document.cookie).not.toContain('t-1')
    expect(deskMemory.read('width')).toBe('430')
  })

  it('knows cookies by their names alone', () => {
    expect(cookieNames('token=a=b; channelInfo=%7B%7D; bare')).toEqual([
      'token',
      'channelInfo',
      'bare',
    ])
    expect(cookieNames('')).toEqual([])
  })
})
