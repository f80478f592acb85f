import { queryOptions } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { email } from '@qingzhou/contract/fields'
import { profileShapes } from '@qingzhou/contract/profile'
import { OptionList, TextField } from '@qingzhou/ui/inputs'
import { callsOf } from '#platform/api/api.ts'
import { newNumber } from '#shared/payments/request-no.ts'
import { useForm } from './form.ts'

interface RecipientFieldProps {
  emails: readonly KnownEmail[]
  choice: ReturnType<typeof useRecipient>
  /** What it is called not to have it sent; without it, it is always sent. */
  nowhere?: string
}

/** One of the addresses on file, or a new one. */
export function RecipientField({ emails, choice, nowhere }: RecipientFieldProps) {
  const hasChoice = emails.length > 0 || nowhere !== undefined
  return (
    <>
      {hasChoice && (
        <OptionList
          legend="收件邮箱"
          options={[
            ...emails.map(({ emailNo, masked }) => ({ value: emailNo, label: masked })),
            { value: NEW, label: emails.length > 0 ? '使用其他邮箱' : '发送到邮箱' },
            ...(nowhere === undefined ? [] : [{ value: NOWHERE, label: nowhere }]),
          ]}
          value={choice.chosen}
          onChange={choice.setChosen}
        />
      )}
      {choice.chosen === NEW && (
        <TextField
          label="邮箱地址"
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          placeholder="name@example.com"
          note="附件含个人信息，请确认是您自己的邮箱"
          clearable
          {...choice.form.text('email')}
        />
      )}
    </>
  )
}

/** A new address, or one on file by its number. */
export type Recipient = { readonly email: string } | { readonly emailNo: string }

export type KnownEmail = { readonly emailNo: string; readonly masked: string }

/** No number of an address on file has these forms. */
const NEW = '+'

const NOWHERE = '-'

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

const { emails } = callsOf('profile', { emails: profileShapes.emails })

/** Where something may be sent to without typing, masked. */
export const emailsQuery = queryOptions({
  queryKey: ['emails'],
  queryFn: async ({ signal }) => (await emails({}, { signal, quiet: true })).emails,
})

/** Sent again to the same address because no answer came, it is one mail; to another, another. */
export function useNumberFor() {
  const last = useRef({ to: '', requestNo: '' })
  return (to: string): string => {
    if (last.current.to !== to) last.current = { to, requestNo: newNumber() }
    return last.current.requestNo
  }
}
