import type { ReactNode } from 'react'
import { BottomBar } from './bottom-bar.tsx'
import { Form } from './form.tsx'
import { NavBar } from './nav-bar.tsx'
import type { NavBarProps } from './nav-bar.tsx'
import { Page } from './page.tsx'
import type { Work } from './use-pending.ts'

export interface ScreenProps extends Omit<NavBarProps, 'title'> {
  /** Without a title there is no bar on top: a landing page. */
  title?: string
  /** Between the bar and the page, does not scroll: banner, steps, tabs. */
  top?: ReactNode
  children: ReactNode
  /** The one action, fixed at the bottom. */
  footer?: ReactNode
  footerNote?: ReactNode
  /** Makes the screen a form; a submit button in the footer stays busy until the promise settles. */
  onSubmit?: Work
}

/** Bar, page and action: the frame every screen hangs in. */
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
  ...nav
}: Omit<ScreenProps, 'onSubmit'>) {
  return (
    <>
      {title !== undefined && <NavBar title={title} {...nav} />}
      {top}
      <Page>{children}</Page>
      {footer && <BottomBar note={footerNote}>{footer}</BottomBar>}
    </>
  )
}
