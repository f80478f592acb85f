import { describe, expect, it } from 'vitest'
import { byteChanged } from '#testing/byte-changed.ts'
import { placeIn } from './sealed-columns.ts'
import {
  createVault,
  UnboundValue,
  UnknownVaultKey,
  type VaultBinding,
  type VaultKey,
} from './vault.ts'

const key = (id: string, fill: number): VaultKey => ({ id, bytes: Buffer.alloc(32, fill) })
const vaultOf = (sealing: VaultKey[], binding?: VaultBinding) =>
  createVault({ sealing, index: Buffer.alloc(32, 9), ...(binding && { binding }) })
const vault = vaultOf([key('2026', 1)])
const previous = vaultOf([key('2026', 1)], 'off')
const place = placeIn('customers', 'C1')('phone_sealed')

describe('the vault', () => {
  it('opens what it sealed, and gives a different ciphertext each time', () => {
    const [one, other] = [
      vault.seal('张三 13800138000', place),
      vault.seal('张三 13800138000', place),
    ]
    expect(one.equals(other)).toBe(false)
    expect(vault.open(one, place)).toBe('张三 13800138000')
    expect(one.includes('13800138000')).toBe(false)
    expect(vault.open(vault.seal('', place), place)).toBe('')
  })

  it('rejects a value changed in any byte', () => {
    const sealed = vault.seal('text', place)
    for (const at of sealed.keys()) {
      const changed = byteChanged(sealed, at)
      expect(() => vault.open(changed, place)).toThrow()
    }
    expect(() => vault.open(Buffer.alloc(0), place)).toThrow(UnknownVaultKey)
  })

  it('seals with the newest key and opens with older ones', () => {
    const rotated = vaultOf([key('2026', 1), key('2027', 2)])
    expect(rotated.open(vault.seal('old', place), place)).toBe('old')
    expect(() => vault.open(rotated.seal('new', place), place)).toThrow(/2027/)
  })

  it('gives equal indexes for equal texts of one kind only', () => {
    expect(vault.index('phone', 'x')).toEqual(vault.index('phone', 'x'))
    expect(vault.index('phone', 'x')).not.toEqual(vault.index('openId', 'x'))
    expect(vault.hash('code', 'x')).not.toEqual(vault.hash('session', 'x'))
    const rotated = vaultOf([key('2026', 1), key('2027', 2)])
    expect(rotated.index('phone', 'x')).toEqual(vault.index('phone', 'x'))
  })
})

describe('a sealed value', () => {
  it('does not open for another owner, column or table', () => {
    const number = placeIn('id_cards', 'C1')
    const sealed = vault.seal('text', number('number_sealed'))
    expect(vault.open(sealed, number('number_sealed'))).toBe('text')
    expect(() => vault.open(sealed, number('name_sealed'))).toThrow()
    expect(() => vault.open(sealed, placeIn('id_cards', 'C2')('number_sealed'))).toThrow()
    expect(() => vault.open(sealed, placeIn('customers', 'C1')('phone_sealed'))).toThrow()
  })

  it('does not open when the parts of its owner are split differently', () => {
    const sealed = vault.seal('text', placeIn('evidence', 'C1', '2')('note_sealed'))
    expect(() => vault.open(sealed, placeIn('evidence', 'C', '12')('note_sealed'))).toThrow()
    expect(() => vault.open(sealed, placeIn('evidence', 'C1","2', '')('note_sealed'))).toThrow()
  })

  it('a sealed value of the previous release opens until binding is required', () => {
    const sealed = previous.seal('old', place)
    expect(vault.open(sealed, place)).toBe('old')
    expect(() => vaultOf([key('2026', 1)], 'required').open(sealed, place)).toThrow(UnboundValue)
  })

  it('does not open as an unbound value after its first byte is cut off', () => {
    expect(() => vault.open(vault.seal('text', place).subarray(1), place)).toThrow()
  })

  it('has the form of the previous release while binding is off', () => {
    expect(previous.seal('text', place)[0]).toBe('2026'.length)
    expect(previous.open(vault.seal('new', place), place)).toBe('new')
  })

  it('starts with its form and the id of the newest key', () => {
    const rotated = vaultOf([key('2026', 1), key('2027', 2)])
    const headers = [vault, previous, rotated].map((one) => one.header.toString('hex'))
    expect(new Set(headers).size).toBe(3)
    for (const one of [vault, previous, rotated]) {
      expect(one.seal('text', place).subarray(0, one.header.length)).toEqual(one.header)
    }
  })
})
