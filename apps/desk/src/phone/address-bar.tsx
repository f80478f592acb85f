import { useState } from 'react'
import { IconButton } from '@qingzhou/ui/inputs'
import { BackIcon, HomeIcon, RefreshIcon } from '@qingzhou/ui/graphics'
import { toast } from '@qingzhou/ui/overlays'
import { shortAddress, shownAddress, typedAddress } from './address.ts'
import { useFrameAddress } from './use-frame-address.ts'
import { HOME } from './use-phone.ts'
import type { Phone } from './use-phone.ts'

export function AddressBar({ phone }: { phone: Phone }) {
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
