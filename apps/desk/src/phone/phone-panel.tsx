import { type ReactNode, useState, useEffect, type RefObject } from 'react'
import { Button, Segmented, IconButton } from '@qingzhou/ui/inputs'
import { BackIcon, HomeIcon, RefreshIcon } from '@qingzhou/ui/graphics'
import { toast } from '@qingzhou/ui/overlays'
import { browsers, userAgents, widths, type Phone, HOME } from './use-phone.ts'
import { productName } from '#brand.ts'

const widthChoices = widths.map((width) => ({ value: width, label: width }))

/** The app in a phone frame, whose name sets the browser. */
export function PhonePanel({ phone, children }: { phone: Phone; children?: ReactNode }) {
  const { frame, visit, width } = phone
  return (
    <section className="phone-panel" aria-label="手机">
      <div className="phone-controls">
        <Segmented
          label="打开方式"
          options={browsers}
          value={visit.browser}
          onChange={phone.switchBrowser}
        />
        <Segmented label="屏幕宽度" options={widthChoices} value={width} onChange={phone.resize} />
        <Button kind="text" onPress={phone.clear}>
          清空手机
        </Button>
      </div>
      <div className={`phone phone-${width}`}>
        <AddressBar phone={phone} />
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- It is our own app on our own host. */}
        <iframe
          key={visit.number}
          ref={frame}
          title={`手机里的${productName}`}
          src={visit.address}
          data-user-agent={userAgents[visit.browser]}
          allow="camera; geolocation; clipboard-write"
        />
        {children}
      </div>
    </section>
  )
}

function AddressBar({ phone }: { phone: Phone }) {
  const address = shownAddress(useFrameAddress(phone.frame))
  const [draft, setDraft] = useState<string>()

  function go() {
    const wanted = typedAddress(draft ?? '', location.origin)
    if (wanted === undefined) toast('只能打开本站的地址')
    else phone.open(wanted)
    setDraft(undefined)
  }

  return (
    <form
      className="address-bar"
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
    >
      <IconButton label="后退" icon={<BackIcon size={18} />} onPress={phone.back} />
      <IconButton label="刷新" icon={<RefreshIcon size={18} />} onPress={phone.reload} />
      <IconButton label="首页" icon={<HomeIcon size={18} />} onPress={() => phone.open(HOME)} />
      <input
        aria-label="手机里的地址"
        spellCheck={false}
        autoComplete="off"
        title={address}
        value={draft ?? shortAddress(address)}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => setDraft(undefined)}
      />
    </form>
  )
}

/** One-time tokens, hidden from the address bar. */
const SECRETS = /([?&](?:token|code|state)=)[^&#]+/g

/** The path of the phone, on this host. */
export function shownAddress(href: string): string {
  if (!URL.canParse(href)) return ''
  const { pathname, search, hash } = new URL(href)
  return `${pathname}${search}${hash}`.replace(SECRETS, '$1…')
}

/** The hash for the app's pages, because the line is short. */
export function shortAddress(address: string): string {
  return address.replace(/^\/(\?[^#]*)?(?=#)/, '')
}

/** A typed address, if it is on this host; the phone opens no other. */
export function typedAddress(text: string, origin: string): string | undefined {
  const wanted = text.trim()
  if (wanted.startsWith('#')) return `/${wanted}`
  if (!URL.canParse(wanted, origin)) return undefined

  const url = new URL(wanted, origin)
  if (url.origin !== origin) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}

const LOOK_EVERY_MS = 400

/** The current address of the frame. A page can navigate without an event, so it is polled. */
function useFrameAddress(frame: RefObject<HTMLIFrameElement | null>): string {
  const [href, setHref] = useState('')

  useEffect(() => {
    const look = () => setHref(hrefOf(frame.current))
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [frame])

  return href
}

/** The address of a page of another host, or of one that failed to load, cannot be read. */
function hrefOf(frame: HTMLIFrameElement | null): string {
  try {
    return frame?.contentWindow?.location.href ?? ''
  } catch {
    return ''
  }
}
