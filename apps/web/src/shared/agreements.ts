/** A paper to agree with: the name of its page, and its title. */
export type Agreement = { readonly name: string; readonly title: string }

/** What a new customer agrees with before an account is made. */
export const signInAgreements: readonly Agreement[] = [
  { name: 'register-agreement', title: '注册服务协议' },
  { name: 'privacy', title: '隐私政策' },
]

/** What somebody agrees with before their card is bound. */
export const bindingAgreements: readonly Agreement[] = [
  { name: 'card-binding', title: '银行卡绑定服务协议' },
]

/** Consent is a tick of the person's own hand: the form's rule, in the shape of a schema. */
export const consent = {
  safeParse(value: unknown) {
    if (value === true) return { success: true } as const
    return { success: false, error: { issues: [{ message: '请先阅读并勾选同意协议' }] } } as const
  },
}
