import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Adapters } from '@qingzhou/platform/config/adapters/adapters'
import { requirePackages, vendorPackages } from './vendor-packages.ts'

// Only the choice counts here, not the settings of a service.
const everything = {
  sms: [{ vendor: 'aliyun' }, { vendor: 'tencent' }],
  mail: { host: 'mail.example' },
  ip: 'ip2region',
  wallet: { appId: '1' },
  messenger: { appId: '1' },
  identity: { idEndpoint: '' },
  face: 'embedded',
} as unknown as Adapters

it('a start names the package that a chosen service lacks, and its setting', () => {
  const needed = vendorPackages(everything)
  expect(() => requirePackages(needed, (name) => name !== 'alipay-sdk')).toThrow(
    'WALLET=alipay needs the package alipay-sdk, which is not installed: install it, or choose another WALLET.',
  )
  expect(() => requirePackages([{ name: 'not-installed', setting: 'SMS=none' }])).toThrow(
    'SMS=none needs the package not-installed',
  )
  expect(() => requirePackages(needed)).not.toThrow()
})

it('services behind the gateway need no package', () => {
  expect(vendorPackages({ sms: 'gateway', mail: 'gateway', wallet: 'gateway' })).toEqual([])
})

it('every package that an image may leave out is checked at the start', () => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
  const names = vendorPackages(everything).map(({ name }) => name)
  expect(names.toSorted()).toEqual(Object.keys(manifest.optionalDependencies).toSorted())
})
