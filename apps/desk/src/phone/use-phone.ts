import { useCallback, useRef, useState } from 'react'
import { toast } from '@qingzhou/ui/overlays'
import { deskMemory } from '#desk-memory.ts'
import type { Browser } from './browsers.ts'
import { clearPhone } from './clear-phone.ts'
import { fillField } from './fill-field.ts'
import type { Fillable } from './fill-field.ts'
import { placePicture } from './place-picture.ts'
import type { CardSide } from './place-picture.ts'

export const HOME = '/'

export const widths = ['360', '390', '430'] as const
type Width = (typeof widths)[number]

/** What the frame shows. A new visit makes a new frame, so every opening starts afresh. */
type Visit = { readonly number: number; readonly address: string; readonly browser: Browser }

export type Phone = ReturnType<typeof usePhone>

export function usePhone() {
  const frame = useRef<HTMLIFrameElement>(null)
  const [visit, setVisit] = useState<Visit>({ number: 0, address: HOME, browser: 'plain' })
  const [width, setWidth] = useState(rememberedWidth)

  function open(address: string, browser = visit.browser) {
    setVisit(({ number }) => ({ number: number + 1, address, browser }))
  }

  function resize(next: Width) {
    deskMemory.keep('width', next)
    setWidth(next)
  }

  /** Opens the same page in another browser. */
  function switchBrowser(browser: Browser) {
    const location = frame.current?.contentWindow?.location
    open(location ? `${location.pathname}${location.search}${location.hash}` : HOME, browser)
  }

  function clear() {
    const page = frame.current?.contentDocument
    if (page) clearPhone(page)
    open(HOME)
    toast('手机已清空，如同新机')
  }

  /** Whether somebody is signed in there: the app keeps its half of a session where its page can read it. */
  const isSignedIn = useCallback(
    () => /(^|; )token=[^;]/.test(frame.current?.contentDocument?.cookie ?? ''),
    [],
  )

  return {
    frame,
    visit,
    isSignedIn,
    width,
    open,
    resize,
    switchBrowser,
    clear,
    back: () => frame.current?.contentWindow?.history.back(),
    reload: () => frame.current?.contentWindow?.location.reload(),

    fill(field: Fillable, text: string): boolean {
      const page = frame.current?.contentDocument
      return page ? fillField(page, field, text) : false
    },

    place(photo: { readonly side: CardSide; readonly picture: Blob }): boolean {
      const page = frame.current?.contentDocument
      return page ? placePicture(page, photo) : false
    },
  }
}

function rememberedWidth(): Width {
  return widths.find((width) => width === deskMemory.read('width')) ?? '390'
}
