import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Button } from '@qingzhou/ui/button'
import { SettledDrawing } from '@qingzhou/ui/illustrations'
import { Result } from '@qingzhou/ui/result'
import { Sheet } from '@qingzhou/ui/sheet'
import { SkeletonLines } from '@qingzhou/ui/skeleton'
import { emailsQuery } from '#shared/emails-query.ts'
import { QueryState } from '#shared/query-state.tsx'
import type { SignedOfList } from './queries.ts'
import { SendForm } from './send-form.tsx'

type Sendable = Pick<SignedOfList, 'agreementNo' | 'title'>

export interface SendByEmailProps {
  open: boolean
  onClose: () => void
  agreements: readonly Sendable[]
}

/** Has signed agreements sent as PDF: where to, and then that they are on their way. */
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
      <p className="small ink-2">{wordsFor(agreements)}</p>
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
      sentence={`${count} 份协议正在送往 ${to}`}
      actions={<Button onPress={onClose}>完成</Button>}
    >
      <p className="small ink-2 centre">通常 1 分钟内送达。没有收到时，请看看垃圾邮件。</p>
    </Result>
  )
}

/** Two names tell which they are; twenty would fill the sheet. */
function wordsFor(agreements: readonly Sendable[]): string {
  const names = agreements.slice(0, 2).map(({ title }) => `《${title}》`)
  const more = agreements.length > names.length ? '等' : ''
  return `${agreements.length} 份 PDF 附件：${names.join('')}${more}`
}
