import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { IconButton } from '#inputs/button.tsx'
import { CloseIcon } from '#graphics/icons.tsx'

export interface SheetProps {
  open: boolean
  /** Escape, the scrim, the close button and the phone's back gesture all end here. */
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons, kept in sight at the bottom. */
  actions?: ReactNode
  /** Nothing closes it meanwhile: money is moving. */
  locked?: boolean
}

/**
 * A sheet from below on the native dialog, which makes the page behind it inert.
 * What is in it exists only while it is open, so a countdown starts when it is seen.
 */
export function Sheet({ open, ...sheet }: SheetProps) {
  const [isPresent, setPresent] = useState(open)
  if (open && !isPresent) setPresent(true)

  if (!isPresent) return null
  return <PresentSheet {...sheet} isLeaving={!open} onLeft={() => setPresent(false)} />
}

interface PresentSheetProps extends Omit<SheetProps, 'open'> {
  isLeaving: boolean
  onLeft: () => void
}

function PresentSheet({
  isLeaving,
  onLeft,
  onClose,
  locked = false,
  ...content
}: PresentSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useModal(dialog)
  useLeaving(dialog, isLeaving, onLeft)

  function ask() {
    if (!locked && !isLeaving) onClose()
  }

  function pressScrim(event: MouseEvent) {
    if (event.target === event.currentTarget) ask()
  }

  // The browser may close a dialog by itself; a close of our own making finds it open again or gone.
  function heedClose() {
    if (dialog.current && !dialog.current.open) ask()
  }

  function pressKey(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    ask()
  }

  return (
    <dialog
      ref={dialog}
      className={isLeaving ? 'sheet is-leaving' : 'sheet'}
      aria-labelledby={titleId}
      onClick={pressScrim}
      onKeyDown={pressKey}
      onCancel={(event) => {
        event.preventDefault()
        ask()
      }}
      onClose={heedClose}
    >
      <SheetPanel {...content} titleId={titleId} onClose={locked ? undefined : ask} />
    </dialog>
  )
}

interface SheetPanelProps extends Pick<SheetProps, 'title' | 'children' | 'actions'> {
  titleId?: string
  onClose: (() => void) | undefined
}

/** The sheet's face, without the dialog around it. */
export function SheetPanel({ title, titleId, onClose, children, actions }: SheetPanelProps) {
  return (
    <div className="sheet-panel">
      <header className="sheet-head">
        <h2 className="title" id={titleId} tabIndex={-1} data-first-focus>
          {title}
        </h2>
        {onClose && <IconButton label="关闭" icon={<CloseIcon />} onPress={onClose} />}
      </header>
      <div className="sheet-body" tabIndex={0}>
        {children}
      </div>
      {actions && <footer className="sheet-actions">{actions}</footer>}
    </div>
  )
}

/** Opens on arrival; on leaving gives the focus back to what had it, however the sheet was removed. */
function useModal(dialog: { readonly current: HTMLDialogElement | null }) {
  useLayoutEffect(() => {
    const shown = dialog.current
    if (!shown) return undefined

    // Phones before 2022 have no dialog: there the sheet lies over the page by its layer alone.
    const before = document.activeElement
    shown.showModal?.()
    shown.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => {
      shown.close?.()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [dialog])
}

/** Lets the sheet sink before it is removed. */
function useLeaving(
  dialog: { readonly current: HTMLDialogElement | null },
  isLeaving: boolean,
  onLeft: () => void,
) {
  useEffect(() => {
    if (!isLeaving || !dialog.current) return undefined
    let isStale = false
    const moves = dialog.current.getAnimations?.() ?? []
    async function leave() {
      await Promise.allSettled(moves.map(async (move) => move.finished))
      if (!isStale) onLeft()
    }
    void leave()
    return () => {
      isStale = true
    }
  }, [dialog, isLeaving, onLeft])
}
