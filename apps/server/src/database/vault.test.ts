import { describe, expect, it } from 'vitest'
import { createVault, UnknownVaultKey, type VaultKey } from './vault.ts'

const key = (id: string, fill: number): VaultKey => ({ id, bytes: Buffer.alloc(32, fill) })
const vaultOf = (...sealing: VaultKey[]) => createVault({ sealing, index: Buffer.alloc(32, 9) })
const vault = vaultOf(key('2026', 1))

describe('the vault', () => {
  it('opens what it sealed, and seals the same text differently each time', () => {
    const [one, other] = [vault.seal('张三 13800138000'), vault.seal('张三 13800138000')]
    expect(one.equals(other)).toBe(false)
    expect(vault.open(one)).toBe('张三 13800138000')
    expect(one.includes('13800138000')).toBe(false)
    expect(vault.open(vault.seal(''))).toBe('')
  })

  it('refuses what was changed in any byte', () => {
    const sealed = vault.seal('text')
    for (const at of sealed.keys()) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => vault.open(changed)).toThrow()
    }
    expect(() => vault.open(Buffer.alloc(0))).toThrow(UnknownVaultKey)
  })

  it('seals with the newest key and opens with the older ones', () => {
    const rotated = vaultOf(key('2026', 1), key('2027', 2))
    expect(rotated.open(vault.seal('old'))).toBe('old')
    expect(() => vault.open(rotated.seal('new'))).toThrow(/2027/)
  })

  it('finds equal texts of one kind, and tells nothing across kinds', () => {
    expect(vault.index('phone', 'x')).toEqual(vault.index('phone', 'x'))
    expect(vault.index('phone', 'x')).not.toEqual(vault.index('openId', 'x'))
    expect(vault.hash('code', 'x')).not.toEqual(vault.hash('session', 'x'))
    const rotated = vaultOf(key('2026', 1), key('2027', 2))
    expect(rotated.index('phone', 'x')).toEqual(vault.index('phone', 'x'))
  })
})
