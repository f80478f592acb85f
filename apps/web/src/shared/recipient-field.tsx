import { OptionList } from '@qingzhou/ui/option-list'
import { TextField } from '@qingzhou/ui/text-field'
import { NEW, NOWHERE, type KnownEmail, type useRecipient } from './use-recipient.ts'

export interface RecipientFieldProps {
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
