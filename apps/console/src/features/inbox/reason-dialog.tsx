import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { proposalMessages } from '#shared/catalogue/proposals.ts'
import { shellMessages } from '#shared/catalogue/shell.ts'
import { useMessages } from '#platform/catalogue.ts'
import { Drawer } from '#shared/parts/drawer.tsx'

/** What ends or returns a proposal needs a reason. */
export function ReasonDialog({
  title,
  onClose,
  onSend,
}: {
  readonly title: string
  readonly onClose: () => void
  readonly onSend: (reason: string) => Promise<void>
}) {
  const messages = useMessages(proposalMessages)
  const shell = useMessages(shellMessages)
  const [reason, setReason] = useState('')
  const send = useMutation({ mutationFn: () => onSend(reason) })
  return (
    <Drawer
      kind="float"
      title={title}
      onClose={onClose}
      footer={
        <>
          <span className="cap fail grow">{send.error?.message}</span>
          <button type="button" className="act" onClick={onClose}>
            {shell.cancel}
          </button>
          <button
            type="button"
            className="act act-main"
            disabled={reason.trim() === '' || send.isPending}
            onClick={() => send.mutate()}
          >
            {messages.confirm}
          </button>
        </>
      }
    >
      <div className="field">
        <label htmlFor="ending-reason">{messages.reason}</label>
        <textarea
          id="ending-reason"
          className="control"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Drawer>
  )
}
