import { afterEach, describe, expect, it } from 'vitest'
import { deskMemory } from '#desk-memory.ts'
import { clearPhone, cookieNames } from './use-phone.ts'

afterEach(() => localStorage.clear())

describe('clearing the phone', () => {
  it('deletes the app’s storage and keeps the desk’s', () => {
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

  it('deletes cookies by name', () => {
    expect(cookieNames('token=a=b; channelInfo=%7B%7D; bare')).toEqual([
      'token',
      'channelInfo',
      'bare',
    ])
    expect(cookieNames('')).toEqual([])
  })
})
