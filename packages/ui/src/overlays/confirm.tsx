import type { ReactNode } from 'react'
import { Button } from '#inputs/button.tsx'
import { Sheet } from './sheet.tsx'
import { usePending, type Work } from '#inputs/use-pending.ts'

export interface ConfirmProps {
  open: boolean
  onClose: () => void
  title: string
  /** Exactly what will happen. */
  children: ReactNode
  /** A verb with its object; never 确定 alone. */
  confirmLabel: string
  /** The sheet stays until the promise settles, then closes; a rejection leaves it open. */
  onConfirm: Work
  cancelLabel?: string
  /** For what ends or refuses something. */
  refuses?: boolean
  /** Why it cannot be confirmed yet. */
  unavailable?: string | undefined
}

/** Asks once more before something happens. */
export function Confirm(props: ConfirmProps) {
  const { open, onClose, title, children, onConfirm, cancelLabel = '再想想' } = props
  const { isPending, run } = usePending()

  async function confirm() {
    // While it leaves, the sheet can still be tapped: it was answered already.
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
