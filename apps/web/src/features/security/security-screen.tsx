import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation.ts'
import { HelpButton } from '#shared/help-button.tsx'
import { product } from '#shared/product.ts'
import { SignOutButton } from '#shared/sign-out.tsx'
import { LinkedApps } from './linked-apps.tsx'
import { Sessions } from './sessions.tsx'

/** Which apps sign in to the account, where it is signed in, and the way out. */
export default function SecurityScreen() {
  return (
    <Screen
      title={routes.security.security.title}
      onBack={back}
      trailing={<HelpButton />}
      footer={<SignOutButton />}
    >
      <Sessions />
      <LinkedApps />
      <p className="small ink-3">
        发现不认识的设备或应用，请立即退出或解除关联，并致电 {product.servicePhone}。
      </p>
    </Screen>
  )
}
