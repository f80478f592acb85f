import { useCallback, useRef, useState } from 'react'
import { toast } from '@qingzhou/ui/overlays'
import { deskMemory } from '#desk-memory.ts'

/** The browsers the app can run in, with their user agents. */
export type Browser = 'plain' | 'wallet' | 'messenger'

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Sandbox Phone) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Chrome/126.0.0.0 Mobile Safari/537.36'

export const userAgents: Record<Browser, string> = {
  plain: PHONE,
  wallet: `${PHONE} AlipayClient/10.6.0 Language/zh-Hans`,
  messenger: `${PHONE} MicroMessenger/8.0.50 Language/zh_CN`,
}

export const browsers: readonly { value: Browser; label: string }[] = [
  { value: 'plain', label: '浏览器' },
  { value: 'wallet', label: '支付应用' },
  { value: 'messenger', label: '消息应用' },
]

/** The channel of a link: the payment app has its own, the others share one. */
export function channelOf(browser: Browser): string {
  return browser === 'wallet' ? '000000000003' : '000000000004'
}

export const HOME = '/'

export const widths = ['360', '390', '430'] as const
type Width = (typeof widths)[number]

/** What the frame shows. A new visit has a new frame. */
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

  /** Whether a person is signed in: the app stores its half of the session in a readable place. */
  const isSignedIn = useCallback(
    () => /(^|; )token=[^;]/.test(frame.current?.contentDocument?.cookie ?? ''),
    [],
  )
  const isStaffSignedIn = useCallback(
    () => /(^|; )staffToken=[^;]/.test(frame.current?.contentDocument?.cookie ?? ''),
    [],
  )

  return {
    frame,
    visit,
    isSignedIn,
    isStaffSignedIn,
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

    place(photo: { readonly subject: PhotoSubject; readonly picture: Blob }): boolean {
      const page = frame.current?.contentDocument
      return page ? placePicture(page, photo) : false
    },
  }
}

function rememberedWidth(): Width {
  return widths.find((width) => width === deskMemory.read('width')) ?? '390'
}

/** Deletes session, drafts and device number. */
export function clearPhone(page: Document): void {
  for (const key of Object.keys(localStorage)) {
    if (!deskMemory.isOurs(key)) localStorage.removeItem(key)
  }
  sessionStorage.clear()
  for (const name of cookieNames(page.cookie)) page.cookie = `${name}=; path=/; max-age=0`
}

export function cookieNames(cookies: string): string[] {
  return cookies
    .split(';')
    .map((pair) => pair.split('=')[0]?.trim() ?? '')
    .filter((name) => name !== '')
}

/** The fields that the desk can fill in, found by their attributes. */
export type Fillable = 'tel' | 'one-time-code' | 'cc-number'

/** Fills in a field so that the app notices. Returns whether there was a field. */
export function fillField(page: Document, field: Fillable, text: string): boolean {
  const input = page.querySelector<HTMLInputElement>(`input[autocomplete="${field}"]`)
  const view = page.defaultView
  if (!input || !view || input.readOnly || input.disabled) return false
  // The page shows the landing screen as markup before the app has started.
  if (input.closest('[inert]')) return false

  // React tracks the value; only the element's native setter triggers its change detection.
  const native = Object.getOwnPropertyDescriptor(view.HTMLInputElement.prototype, 'value')
  native?.set?.call(input, text)
  input.dispatchEvent(new view.Event('input', { bubbles: true }))
  input.focus()
  return true
}

export type CardSide = 'front' | 'back'

/** What a photo shows: one side of an ID card, or the front of a bank card. */
export type PhotoSubject = CardSide | 'bankCard'

/** A part of the app's label of the file input. */
const inputNames: Record<PhotoSubject, string> = {
  front: '人像面',
  back: '国徽面',
  bankCard: '识别卡号',
}

/** Sets a photo on the page's file input. Returns whether there was such an input. */
export function placePicture(
  page: Document,
  { subject, picture }: { readonly subject: PhotoSubject; readonly picture: Blob },
): boolean {
  const name = inputNames[subject]
  const input = page.querySelector<HTMLInputElement>(`input[type="file"][aria-label*="${name}"]`)
  const view = page.defaultView
  if (!input || !view || input.disabled) return false

  const chosen = new view.DataTransfer()
  chosen.items.add(new view.File([picture], `${subject}.png`, { type: picture.type }))
  input.files = chosen.files
  input.dispatchEvent(new view.Event('change', { bubbles: true }))
  return true
}
