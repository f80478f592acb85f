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
import { enterOverlay } from './overlay-entries.ts'

export interface SheetProps {
  open: boolean
  /** Called for Escape, a press outside, the close button and the back gesture. */
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons, fixed at the bottom. */
  actions?: ReactNode
  /** Cannot be closed meanwhile: a payment is in progress. */
  locked?: boolean
}

/**
 * A bottom sheet on the native dialog, which makes the page inert. Its content is mounted only
 * while open, so that a countdown starts when it is visible.
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
  const openedAt = useModal(dialog)
  useLeaving(dialog, isLeaving, onLeft)
  useHistoryEntry(!isLeaving, () => {
    ask()
    return !locked
  })

  function ask() {
    if (!locked && !isLeaving) onClose()
  }

  // The second tap of a double tap on the button that opened the sheet.
  function ignoreSecondTap(event: MouseEvent) {
    if (!isSecondTap(event.nativeEvent, openedAt.current)) return
    event.preventDefault()
    event.stopPropagation()
  }

  function pressScrim(event: MouseEvent) {
    if (event.target === event.currentTarget) ask()
  }

  // The browser may close a dialog by itself; our own close finds it already closed.
  function heedClose() {
    if (!dialog.current || dialog.current.open) return
    if (locked) dialog.current.showModal()
    else ask()
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
      onClickCapture={ignoreSecondTap}
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

/** The panel of the sheet without the dialog. */
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

const DOUBLE_TAP_MS = 400

/** Browsers do not count taps as they count clicks of a mouse. */
function isSecondTap(event: Event, openedAt: number): boolean {
  if (performance.now() - openedAt > DOUBLE_TAP_MS) return false
  const isTap = 'pointerType' in event && event.pointerType === 'touch'
  return isTap || (event instanceof UIEvent && event.detail > 1)
}

/** Back closes the sheet. */
function useHistoryEntry(isOpen: boolean, onBack: () => boolean) {
  const latest = useRef(onBack)
  useLayoutEffect(() => {
    latest.current = onBack
  })
  useEffect(() => (isOpen ? enterOverlay({ onBack: () => latest.current() }) : undefined), [isOpen])
}

/**
 * Opens on mount; on unmount returns the focus, however the sheet was removed. Returns the time of
 * opening.
 */
function useModal(dialog: { readonly current: HTMLDialogElement | null }) {
  const openedAt = useRef(0)
  useLayoutEffect(() => {
    const shown = dialog.current
    if (!shown) return undefined

    // Browsers before 2022 lack dialog: there the sheet covers the page by z-index.
    const before = document.activeElement
    openedAt.current = performance.now()
    shown.showModal?.()
    shown.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => {
      shown.close?.()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [dialog])
  return openedAt
}

/** Plays the closing animation before the removal. */
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
