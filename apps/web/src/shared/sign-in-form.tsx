import { useState } from 'react'
import { Button } from '@qingzhou/ui/button'
import { CodeSignIn } from './code-sign-in.tsx'
import type { CodeSignInProps } from './code-sign-in.tsx'
import { PasswordSignIn } from './password-sign-in.tsx'
import { Problem } from './problem.tsx'

export interface SignInFormProps extends CodeSignInProps {
  /** Offers the password as another way in. */
  withPassword?: boolean
}

/** The one way in, for every page that lets people in. */
export function SignInForm({ withPassword = false, ...form }: SignInFormProps) {
  const [way, setWay] = useState<'code' | 'password'>('code')
  const [locked, setLocked] = useState<{ readonly phone: string; readonly why: string }>()
  const isByCode = way === 'code'

  return (
    <div className="stack">
      {isByCode && <Problem of={locked?.why} />}
      {isByCode ? (
        <CodeSignIn {...form} {...(locked && { phone: locked.phone })} />
      ) : (
        <PasswordSignIn
          {...form}
          onCodeNeeded={(phone, why) => {
            setLocked({ phone, why })
            setWay('code')
          }}
        />
      )}
      {withPassword && (
        <div className="row row-centre">
          <Button
            kind="text"
            onPress={() => {
              setLocked(undefined)
              setWay(isByCode ? 'password' : 'code')
            }}
          >
            {isByCode ? '用密码登录' : '用短信验证码登录'}
          </Button>
        </div>
      )}
    </div>
  )
}
