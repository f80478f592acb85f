import { useState } from 'react'
import { codes } from '@qingzhou/contract/codes'
import { securityShapes } from '@qingzhou/contract/features/security'
import { Button } from '@qingzhou/ui/inputs'
import { Confirm, toast } from '@qingzhou/ui/overlays'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { callsOf } from '#platform/api/api.ts'
import { restartAt } from '#platform/navigation/navigation.ts'
import { clearPersonalData } from '#platform/session/session.ts'

interface SignOutButtonProps {
  kind?: 'quiet' | 'text'
  fit?: boolean
}

/**
 * Asks for confirmation, ends the session on the server and clears personal data in this browser.
 */
export function SignOutButton({ kind = 'quiet', fit = false }: SignOutButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind={kind} fit={fit} opensDialog onPress={() => setOpen(true)}>
        退出登录
      </Button>
      <Confirm
        open={isOpen}
        onClose={() => setOpen(false)}
        title="退出登录"
        confirmLabel="确认退出登录"
        cancelLabel="暂不退出"
        onConfirm={async () =>
          signOutAfter(async () => security.signOut({}, { leaveOutcome: true }))
        }
      >
        <p className="ink-2">
          退出后，本机上填写但未提交的内容会被清除；账单、借款和自动还款不受影响。
        </p>
      </Confirm>
    </>
  )
}

/** Ends the session; an already ended session counts as success. */
export async function signOutAfter(end: () => Promise<unknown>): Promise<void> {
  try {
    await end()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code !== codes.notSignedIn) return toast(error.message)
  }
  clearPersonalData()
  restartAt(routes.onboarding.landing)
}

/** Several features offer sign-out. */
export const security = callsOf('security', securityShapes)
