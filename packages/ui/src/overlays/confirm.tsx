import type { ReactNode } from 'react'
import { Button, type Unavailable } from '#inputs/button.tsx'
import { Sheet } from './sheet.tsx'
import { usePending, type Work } from '#inputs/use-pending.ts'

export interface ConfirmProps {
  open: boolean
  onClose: () => void
  title: string
  /** What exactly will happen. */
  children: ReactNode
  /** A verb with its object; never 确定 alone. */
  confirmLabel: string
  /** The sheet stays until the promise settles, then closes; a rejection keeps it open. */
  onConfirm: Work
  cancelLabel?: string
  /** For destructive actions. */
  refuses?: boolean
  /** Why it cannot be confirmed yet. */
  unavailable?: Unavailable | undefined
}

/** A confirmation dialog. */
export function Confirm(props: ConfirmProps) {
  const { open, onClose, title, children, onConfirm, cancelLabel = '再想想' } = props
  const { isPending, run } = usePending()

  async function confirm() {
    // During the closing animation the sheet can still be tapped: ignore it.
    if (!open) return
    await run(async () => {
      await onConfirm()
      onClose()
    })
  }

  function cancel() {
    if (!isPending) onClose()
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      locked={isPending}
      actions={
        <>
          <Button
            kind={props.refuses ? 'refuse' : 'primary'}
            unavailable={props.unavailable}
            onPress={confirm}
          >
            {props.confirmLabel}
          </Button>
          <Button kind="quiet" onPress={cancel}>
            {cancelLabel}
          </Button>
        </>
      }
    >
      {children}
    </Sheet>
  )
}
