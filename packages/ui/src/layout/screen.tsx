import type { ReactNode } from 'react'
import { Form } from '#inputs/field.tsx'
import { IconButton } from '#inputs/button.tsx'
import { BackIcon } from '#graphics/icons.tsx'
import { Mark } from '#graphics/mark.tsx'
import type { Work } from '#inputs/use-pending.ts'

interface ScreenProps extends Omit<NavBarProps, 'title'> {
  /** Without a title there is no bar: a landing page. */
  title?: string
  /** Between bar and page, not scrolled: banner, steps, tabs. */
  top?: ReactNode
  children: ReactNode
  /** The main action, fixed at the bottom. */
  footer?: ReactNode
  footerNote?: ReactNode
  /** Below everything: the tabs of a top-level page. */
  bottom?: ReactNode
  /**
   * Makes the screen a form; the submit button in the footer stays busy until the promise settles.
   */
  onSubmit?: Work
}

/** The frame of every screen: bar, page and action. */
export function Screen({ onSubmit, ...frame }: ScreenProps) {
  if (!onSubmit) {
    return (
      <div className="screen">
        <Frame {...frame} />
      </div>
    )
  }
  return (
    <Form className="screen" onSubmit={onSubmit}>
      <Frame {...frame} />
    </Form>
  )
}

function Frame({
  title,
  top,
  children,
  footer,
  footerNote,
  bottom,
  ...nav
}: Omit<ScreenProps, 'onSubmit'>) {
  return (
    <>
      {title !== undefined && <NavBar title={title} {...nav} />}
      {top}
      <Page>{children}</Page>
      {footer && <BottomBar note={footerNote}>{footer}</BottomBar>}
      {bottom}
    </>
  )
}

/** The scrolling part of a screen; focusable, so that it scrolls by keyboard. */
function Page({ children }: { children: ReactNode }) {
  return (
    <main className="page" tabIndex={0}>
      {children}
    </main>
  )
}

interface BottomBarProps {
  children: ReactNode
  /** One line above the buttons. */
  note?: ReactNode
}

/** The action, fixed at the bottom above the phone's own bar. */
function BottomBar({ children, note }: BottomBarProps) {
  return (
    <footer className="bottom-bar">
      {note && <p className="caption ink-2 centre">{note}</p>}
      {children}
    </footer>
  )
}

interface NavBarProps {
  title: string
  onBack?: (() => void) | undefined
  /** One icon button or short text button. */
  trailing?: ReactNode
  /** A start page shows the logo instead of the back button. */
  home?: boolean
}

function NavBar({ title, onBack, trailing, home = false }: NavBarProps) {
  return (
    <header className={home ? 'nav nav-home' : 'nav'}>
      <div className="nav-side">
        {home && <Mark size={28} />}
        {onBack && <IconButton label="返回" icon={<BackIcon />} onPress={onBack} />}
      </div>
      <h1 className="title">{title}</h1>
      <div className="nav-side nav-end">{trailing}</div>
    </header>
  )
}
