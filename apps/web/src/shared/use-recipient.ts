import { useState } from 'react'
import { email } from '@qingzhou/contract/fields'
import { useForm } from './form.ts'

/** A new address, or one on file by its number. */
export type Recipient = { readonly email: string } | { readonly emailNo: string }

export type KnownEmail = { readonly emailNo: string; readonly masked: string }

/** No number of an address on file has these forms. */
export const NEW = '+'
export const NOWHERE = '-'

/** Where something is to be sent: one of the addresses on file, or a new one. */
export function useRecipient(emails: readonly KnownEmail[], draft: string) {
  const [chosen, setChosen] = useState(emails[0]?.emailNo ?? NEW)
  const form = useForm({ draft, initial: { email: '' }, rules: { email }, unkept: [] })

  /** Whether what was chosen can be sent to; what is wrong is said at its field. */
  function check(): boolean {
    return chosen !== NEW || form.check('email')
  }

  /** Nothing where it is not to be sent. */
  function recipient(): Recipient | undefined {
    if (chosen === NOWHERE) return undefined
    return chosen === NEW ? { email: form.values.email } : { emailNo: chosen }
  }

  return { chosen, setChosen, form, check, recipient, forget: form.forget }
}
