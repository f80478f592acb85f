import { captcha, password, phone, smsCode } from '@qingzhou/contract/fields'
import { consent } from './agreements.ts'
import { useForm } from './form.ts'

export type CodeFormSetup = {
  readonly draft: string
  /** Filled in beforehand: a link may know who it was sent to. */
  readonly phone?: string
}

export type CodeForm = ReturnType<typeof useCodeForm>

/** What signing in by code asks for, whichever page asks. */
export function useCodeForm({ draft, phone: startsWith = '' }: CodeFormSetup) {
  return useForm({
    draft,
    initial: { phone: startsWith, captcha: '', smsCode: '', password: '', agreed: false },
    rules: { phone, captcha, smsCode, password, agreed: consent },
    unkept: ['captcha', 'smsCode', 'password', 'agreed'],
  })
}
