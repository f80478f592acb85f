import { Button } from '@qingzhou/ui/button'
import { Form } from '@qingzhou/ui/form'
import { Problem } from '#shared/problem.tsx'
import { RecipientField } from '#shared/recipient-field.tsx'
import { useRecipient, type KnownEmail } from '#shared/use-recipient.ts'
import { useSending } from './use-sending.ts'

export interface SendFormProps {
  emails: readonly KnownEmail[]
  agreementNos: readonly string[]
  onSent: (maskedAddress: string) => void
}

/** Where agreements go, and sends them there. */
export function SendForm({ emails, agreementNos, onSent }: SendFormProps) {
  const choice = useRecipient(emails, 'send-by-email')
  const { send, problem } = useSending(agreementNos)

  async function submit() {
    const to = choice.recipient()
    if (!choice.check() || !to) return
    const sentTo = await send(to)
    if (sentTo === undefined) return
    choice.forget()
    onSent(sentTo)
  }

  return (
    <Form onSubmit={submit} className="stack stack-3" label="发送到邮箱">
      <RecipientField emails={emails} choice={choice} />
      <Problem of={problem} />
      <Button type="submit">发送</Button>
    </Form>
  )
}
