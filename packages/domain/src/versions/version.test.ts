import { describe, expect, it } from 'vitest'
import { compareVersions, isVersion } from '#versions/version.ts'

describe('versions', () => {
  it('[V1] are dotted numbers', () => {
    expect(['3', '3.9.0', '10.0'].every(isVersion)).toBe(true)
    expect(['', '3.', 'v3', '3.9-beta', '3..9'].some(isVersion)).toBe(false)
  })

  it('[V2] compare by number, not by text', () => {
    expect(compareVersions('2.10.0', '2.9.9')).toBe(1)
    expect(compareVersions('2.6', '2.6.0')).toBe(0)
    expect(compareVersions('2.6.0', '3.9.0')).toBe(-1)
    expect(() => compareVersions('latest', '1')).toThrow('only dotted numbers')
  })
})
