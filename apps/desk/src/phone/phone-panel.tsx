import type { ReactNode } from 'react'
import { Button, Segmented } from '@qingzhou/ui/inputs'
import { AddressBar } from './address-bar.tsx'
import { browsers, userAgents } from './browsers.ts'
import { widths } from './use-phone.ts'
import type { Phone } from './use-phone.ts'

const widthChoices = widths.map((width) => ({ value: width, label: width }))

/** The app as a phone shows it. The frame tells it which browser to believe it is in. */
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
          title="手机里的轻舟"
          src={visit.address}
          data-user-agent={userAgents[visit.browser]}
          allow="camera; geolocation; clipboard-write"
        />
        {children}
      </div>
    </section>
  )
}
