import { tidyName } from '#people/person-name.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

/** A person who can be contacted about the borrower. */
export type Contact = {
  readonly name: string
  readonly mobile: string
  readonly isSpouse: boolean
}

/**
 * Checks that a borrower's contacts differ from the borrower and from each other, with a possible
 * relation. [F1, F2, F3]
 */
export function checkContacts<Named extends Contact>(
  contacts: readonly Named[],
  borrower: { readonly name: string; readonly mobile: string; readonly isMarried: boolean },
): Outcome<readonly Named[]> {
  if (contacts.some((contact) => isSame(contact, borrower))) {
    return refused({ kind: 'contact-is-borrower' })
  }
  const areAlike = contacts.some((contact, index) =>
    contacts.slice(index + 1).some((other) => isSame(contact, other)),
  )
  if (areAlike) return refused({ kind: 'contacts-alike' })

  const spouses = contacts.filter(({ isSpouse }) => isSpouse)
  if (spouses.length > 0 && !borrower.isMarried) {
    return refused({ kind: 'field-invalid', message: '您未选择已婚，联系人不能是配偶' })
  }
  if (spouses.length > 1) {
    return refused({ kind: 'field-invalid', message: '两位联系人不能都是配偶' })
  }
  return granted(contacts)
}

type Someone = Pick<Contact, 'name' | 'mobile'>

/** Two entries are the same person if the phone or the normalised name is equal. */
function isSame(one: Someone, other: Someone): boolean {
  return one.mobile === other.mobile || tidyName(one.name) === tidyName(other.name)
}
