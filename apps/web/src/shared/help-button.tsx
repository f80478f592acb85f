import { IconButton } from '@qingzhou/ui/icon-button'
import { HeadsetIcon } from '@qingzhou/ui/icons'
import { routes } from '#app/routes.ts'
import { go } from '#platform/navigation.ts'

/** Whom to ask, within reach on every form. */
export function HelpButton() {
  return (
    <IconButton
      label="联系客服"
      icon={<HeadsetIcon />}
      onPress={() => void go(routes.notices.servicePage, { params: { name: 'service' } })}
    />
  )
}
