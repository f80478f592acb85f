import { catalogue } from '#platform/catalogue.ts'

export const signInMessages = catalogue({
  title: { zh: '登录运营台', en: 'Sign in to the console' },
  hint: {
    zh: '与员工专区使用同一个账号，登录后两处都可使用。',
    en: 'The console and the staff area share one account and one session.',
  },
  username: { zh: '用户名', en: 'Username' },
  password: { zh: '密码', en: 'Password' },
  signIn: { zh: '登录', en: 'Sign in' },
  openId: { zh: '使用统一身份登录', en: 'Sign in with single sign-on' },
  first: { zh: '首次登录，设置密码', en: 'First sign-in: choose a password' },
  firstHint: {
    zh: '把两名管理员交给您的两半密码连起来填写，再设置自己的密码。新密码为 8 至 64 位，不能是常见密码。',
    en: 'Type the two halves that two administrators gave you, then choose a password of 8 to 64 characters.',
  },
  firstPassword: { zh: '首次登录密码', en: 'First password' },
  newPassword: { zh: '新密码', en: 'New password' },
  again: { zh: '再次输入新密码', en: 'New password again' },
  differs: { zh: '两次输入的新密码不一致', en: 'The new passwords differ' },
  choose: { zh: '设置密码并登录', en: 'Choose and sign in' },
  finishing: { zh: '正在完成登录…', en: 'Signing in…' },
  code: { zh: '动态验证码', en: 'Code' },
  codeHint: {
    zh: '打开手机上的身份验证器查看 6 位数字；手机不在身边时，可输入一组恢复码。',
    en: 'Six digits from your authenticator app, or one of your recovery codes.',
  },
  enrol: {
    zh: '首次登录需绑定身份验证器：在应用中手动输入下面的密钥，再输入它显示的 6 位数字。',
    en: 'Add this key to an authenticator app first, then type the six digits that it shows.',
  },
  verify: { zh: '验证并登录', en: 'Verify and sign in' },
  back: { zh: '返回上一步', en: 'Back' },
  recovery: {
    zh: '请把下面的恢复码保存在安全的地方，每组只能用一次，离开本页后不再显示。',
    en: 'Keep these recovery codes in a safe place. Each works once, and they are not shown again.',
  },
  saved: { zh: '已保存，进入运营台', en: 'Saved, continue' },
  failed: { zh: '网络不稳定，请重试', en: 'The network failed. Try again.' },
})
