import { createRequire } from 'node:module'
import type cloudauth from '@alicloud/cloudauth20190307'
import { type AliyunAccess, clientConfig } from './aliyun.ts'

// Required, because loaders disagree on the default export of such a package.
export const sdk = createRequire(import.meta.url)('@alicloud/cloudauth20190307') as typeof cloudauth

export function cloudauthClient(access: AliyunAccess) {
  const config = clientConfig(access)
  // The constructor reads these fields only; the class of the settings is in another package.
  return new sdk.default(config as ConstructorParameters<typeof sdk.default>[0])
}
