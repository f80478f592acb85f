import { useState } from 'react'
import { email } from '@qingzhou/contract/fields'
import { Banner } from '@qingzhou/ui/banner'
import { Button } from '@qingzhou/ui/button'
import { Form } from '@qingzhou/ui/form'
import { OptionList } from '@qingzhou/ui/option-list'
import { TextField } from '@qingzhou/ui/text-field'
import { useForm } from '#shared/form.ts'
import { useSending } from './use-sending.ts'

/** No number of an address on file has this form. */
const NEW = '+'

export interface SendFormProps {
  emails: readonly { readonly emailNo: string; readonly masked: string }[]
  agreementNos: readonly string[]
  onSent: (maskedAddress: string) => void
}

/** One of the addresses on file, or a new one. */
export function SendForm({ emails, agreementNos, onSent }: SendFormProps) {
  const [chosen, setChosen] = useState(emails[0]?.emailNo ?? NEW)
  const { send, problem } = useSending(agreementNos)
  const form = useForm({
    draft: 'send-by-email',
    initial: { email: '' },
    rules: { email },
    unkept: [],
  })

  async function submit() {
    if (chosen === NEW && !form.check('email')) return
    const sentTo = await send(chosen === NEW ? { email: form.values.email } : { emailNo: chosen })
    if (sentTo === undefined) return
    form.forget()
    onSent(sentTo)
  }

  return (
    <Form onSubmit={submit} className="stack stack-3" label="发送到邮箱">
      {emails.length > 0 && (
        <OptionList
          legend="收件邮箱"
          options={[
            ...emails.map(({ emailNo, masked }) => ({ value: emailNo, label: masked })),
            { value: NEW, label: '使用其他邮箱' },
          ]}
          value={chosen}
          onChange={setChosen}
        />
      )}
      {chosen === NEW && <AddressField {...form.text('email')} />}
      {problem !== undefined && (
        <div role="alert">
          <Banner tone="overdue">{problem}</Banner>
        </div>
      )}
      <Button type="submit">发送</Button>
    </Form>
  )
}

type AddressFieldProps = ReturnType<ReturnType<typeof useForm<{ email: string }>>['text']>

function AddressField(typed: AddressFieldProps) {
  return (
    <TextField
      label="邮箱地址"
      type="email"
      inputMode="email"
      autoComplete="email"
      maxLength={254}
      placeholder="name@example.com"
      note="附件含个人信息，请确认是您自己的邮箱"
      clearable
      {...typed}
    />
  )
}
