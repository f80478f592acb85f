import { queryOptions } from '@tanstack/react-query'
import { useRef } from 'react'
import { email } from '@qingzhou/contract/wire/fields'
import { profileShapes } from '@qingzhou/contract/features/profile'
import { OptionList, TextField } from '@qingzhou/ui/inputs'
import { callsOf } from '#platform/api/api.ts'
import { newRequestNo } from '#shared/payments/request-no.ts'
import { useEntryState } from '#shared/forms/entry-state.ts'
import { useForm } from './form.ts'

interface RecipientFieldProps {
  emails: readonly KnownEmail[]
  choice: ReturnType<typeof useRecipient>
  /** The label for not sending; without it, the mail is always sent. */
  nowhere?: string
}

/** An address on file or a new one. */
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
            ...(nowhere === undefined ? [] : [{ value: NO_RECIPIENT, label: nowhere }]),
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

/** A new address, or the number of one on file. */
export type Recipient = { readonly email: string } | { readonly emailNo: string }

export type KnownEmail = { readonly emailNo: string; readonly masked: string }

/** Not valid as the number of an address on file. */
const NEW = '+'

const NO_RECIPIENT = '-'

/** The recipient of a mail: an address on file or a new one. */
export function useRecipient(emails: readonly KnownEmail[], draft: string) {
  const [chosen, setChosen] = useEntryState('recipient', emails[0]?.emailNo ?? NEW)
  const form = useForm({ draft, initial: { email: '' }, rules: { email }, notPersisted: [] })

  /** Validates the recipient and shows the error at its field. */
  function check(): boolean {
    return chosen !== NEW || form.check('email')
  }

  /** Undefined when nothing is to be sent. */
  function recipient(): Recipient | undefined {
    if (chosen === NO_RECIPIENT) return undefined
    return chosen === NEW ? { email: form.values.email } : { emailNo: chosen }
  }

  return { chosen, setChosen, form, check, recipient, forget: form.forget }
}

const { emails } = callsOf('profile', { emails: profileShapes.emails })

/** Query of the addresses on file, masked. */
export const emailsQuery = queryOptions({
  queryKey: ['emails'],
  queryFn: async ({ signal }) => (await emails({}, { signal, quiet: true })).emails,
})

/**
 * Returns the same request number for a repeated mail to one address, and a new one for another.
 */
export function useRequestNoFor() {
  const last = useRef({ to: '', requestNo: '' })
  return (to: string): string => {
    if (last.current.to !== to) last.current = { to, requestNo: newRequestNo() }
    return last.current.requestNo
  }
}
