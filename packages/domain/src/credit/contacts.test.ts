import { describe, expect, it } from 'vitest'
import { checkContacts, type Contact } from '#credit/contacts.ts'

const borrower = { name: '沈青禾', mobile: '13900000001', isMarried: true }
const mother: Contact = { name: '苏晚', mobile: '13700000001', isSpouse: false }
const husband: Contact = { name: '阿里木·买买提', mobile: '13700000002', isSpouse: true }

describe('contacts', () => {
  it('[F1] differ from the borrower, by phone and by name', () => {
    expect(checkContacts([mother, husband], borrower).ok).toBe(true)
    const refusal = { ok: false, refusal: { kind: 'contact-is-borrower' } }
    expect(checkContacts([{ ...mother, mobile: borrower.mobile }, husband], borrower)).toEqual(
      refusal,
    )
    expect(checkContacts([mother, { ...husband, name: '沈 青禾' }], borrower)).toEqual(refusal)
  })

  it('[F2] differ from each other, by phone and by name', () => {
    const refusal = { ok: false, refusal: { kind: 'contacts-alike' } }
    expect(checkContacts([mother, { ...husband, mobile: mother.mobile }], borrower)).toEqual(
      refusal,
    )
    const spelt = { ...mother, name: '阿里木•买买提' }
    expect(checkContacts([spelt, husband], borrower)).toEqual(refusal)
  })

  it('[F3] include a spouse only for a married borrower, and only one', () => {
    expect(checkContacts([mother, husband], { ...borrower, isMarried: false }).ok).toBe(false)
    expect(checkContacts([{ ...mother, isSpouse: true }, husband], borrower).ok).toBe(false)
  })
})
