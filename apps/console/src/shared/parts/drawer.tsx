import { type ReactNode, useEffect, useRef } from 'react'
import { shellMessages } from '#shared/catalogue/shell.ts'
import { useMessages } from '#platform/catalogue.ts'
import { Icon } from './icon.tsx'

type DrawerProps = {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly footer?: ReactNode
  /** A drawer from the right keeps the page visible; a small dialog asks one thing. */
  readonly kind?: 'drawer' | 'float'
}

/** Opens when mounted. The native dialog keeps the focus inside; closed, it goes back to where it was. */
export function Drawer({ title, onClose, children, footer, kind = 'drawer' }: DrawerProps) {
  const messages = useMessages(shellMessages)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    element?.showModal()
    return () => {
      element?.close()
      // The dialog has left the page already, so the browser does not return the focus itself.
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={kind}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="dialog-frame">
        <header className="head">
          <h2 className="h1 grow">{title}</h2>
          <button
            type="button"
            className="act act-bare act-square"
            aria-label={messages.close}
            onClick={onClose}
          >
            <Icon name="close" />
          </button>
        </header>
        <div className="body">{children}</div>
        {footer && <footer className="foot">{footer}</footer>}
      </div>
    </dialog>
  )
}
