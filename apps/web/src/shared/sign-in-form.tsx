import { useState } from 'react'
import { Button } from '@qingzhou/ui/button'
import { CodeSignIn } from './code-sign-in.tsx'
import type { CodeSignInProps } from './code-sign-in.tsx'
import { PasswordSignIn } from './password-sign-in.tsx'

export interface SignInFormProps extends CodeSignInProps {
  /** Offers the password as another way in. */
  withPassword?: boolean
}

/** The one way in, for every page that lets people in. */
export function SignInForm({ withPassword = false, ...form }: SignInFormProps) {
  const [way, setWay] = useState<'code' | 'password'>('code')
  const isByCode = way === 'code'

  return (
    <div className="stack">
      {isByCode ? <CodeSignIn {...form} /> : <PasswordSignIn {...form} />}
      {withPassword && (
        <div className="row row-centre">
          <Button kind="text" onPress={() => setWay(isByCode ? 'password' : 'code')}>
            {isByCode ? '用密码登录' : '用短信验证码登录'}
          </Button>
        </div>
      )}
    </div>
  )
}
