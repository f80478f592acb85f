import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Form } from '@qingzhou/ui/inputs'
import { SettledDrawing } from '@qingzhou/ui/graphics'
import { Result, SkeletonLines } from '@qingzhou/ui/feedback'
import { Sheet } from '@qingzhou/ui/overlays'
import { ApiError } from '#platform/api/api-error.ts'
import {
  emailsQuery,
  type KnownEmail,
  type Recipient,
  RecipientField,
  useRequestNoFor,
  useRecipient,
} from '#shared/forms/mail-recipient.tsx'
import { FormError } from '#shared/forms/form-error.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { sendByEmail, type SignedOfList } from './queries.ts'

export type Sendable = Pick<SignedOfList, 'agreementNo' | 'title'>

interface SendByEmailProps {
  open: boolean
  onClose: () => void
  agreements: readonly Sendable[]
}

/** Sends signed agreements as PDF by mail, and confirms it. */
export function SendByEmail({ open, onClose, agreements }: SendByEmailProps) {
  return (
    <Sheet open={open} onClose={onClose} title="发送到邮箱">
      <Sending agreements={agreements} onClose={onClose} />
    </Sheet>
  )
}

function Sending({ agreements, onClose }: Omit<SendByEmailProps, 'open'>) {
  const known = useQuery(emailsQuery)
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo !== undefined) return <Sent to={sentTo} count={agreements.length} onClose={onClose} />

  return (
    <div className="stack stack-3">
      <p className="small ink-2">{attachmentNote(agreements)}</p>
      <QueryState query={known} skeleton={<SkeletonLines count={3} />}>
        {(emails) => (
          <SendForm
            emails={emails}
            agreementNos={agreements.map(({ agreementNo }) => agreementNo)}
            onSent={setSentTo}
          />
        )}
      </QueryState>
    </div>
  )
}

function Sent({ to, count, onClose }: { to: string; count: number; onClose: () => void }) {
  return (
    <Result
      drawing={<SettledDrawing />}
      title="已发送"
      sentence={`${count} 份协议正在发送至 ${to}`}
      actions={<Button onPress={onClose}>完成</Button>}
    >
      <p className="small ink-2 centre">通常 1 分钟内送达。如未收到，请查看垃圾邮件。</p>
    </Result>
  )
}

/** Shows two titles and the number of the others. */
function attachmentNote(agreements: readonly Sendable[]): string {
  const names = agreements.slice(0, 2).map(({ title }) => `《${title}》`)
  const more = agreements.length > names.length ? '等' : ''
  return `${agreements.length} 份 PDF 附件：${names.join('')}${more}`
}

interface SendFormProps {
  emails: readonly KnownEmail[]
  agreementNos: readonly string[]
  onSent: (maskedAddress: string) => void
}

/** The recipient form. */
function SendForm({ emails, agreementNos, onSent }: SendFormProps) {
  const choice = useRecipient(emails, 'send-by-email')
  const { send, problem } = useSendAgreements(agreementNos)

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
      <FormError of={problem} />
      <Button type="submit">发送</Button>
    </Form>
  )
}

/** Sends agreements by mail; errors are shown in the form, as the sheet covers toasts. */
function useSendAgreements(agreementNos: readonly string[]) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const numberFor = useRequestNoFor()

  /** Returns the masked address; undefined after a refusal. */
  async function send(to: Recipient): Promise<string | undefined> {
    setProblem(undefined)
    try {
      const requestNo = numberFor('email' in to ? to.email : to.emailNo)
      const request = { requestNo, agreementNos: [...agreementNos], ...to }
      const { sentTo } = await sendByEmail(request, { quiet: true })
      await client.invalidateQueries({ queryKey: emailsQuery.queryKey, refetchType: 'none' })
      return sentTo
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      return undefined
    }
  }

  return { send, problem }
}
