import { smsAccountsOf } from '@qingzhou/provider-api/sandbox-accounts'

/** The settings of the identity services of the sandbox. */
export function sandboxIdentitySettings(of: {
  readonly url: string
  readonly secret: string
}): Readonly<Record<string, string>> {
  const { aliyun } = smsAccountsOf(of.secret)
  return {
    ALIYUN_ACCESS_KEY_ID: aliyun.accessKeyId,
    ALIYUN_ACCESS_KEY_SECRET: aliyun.accessKeySecret,
    ALIYUN_ID_ENDPOINT: of.url,
    ALIYUN_OCR_ENDPOINT: of.url,
  }
}
