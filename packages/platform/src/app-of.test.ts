import { expect, it } from 'vitest'
import { appOf } from './caller.ts'

const appNamed = (userAgent: string) => appOf({ userAgent })

it('an app’s built-in browser is recognised by its user agent', () => {
  expect(appNamed('Mozilla/5.0 (Linux; Android 14) MicroMessenger/8.0.50')).toBe('messenger')
  expect(appNamed('Mozilla/5.0 (iPhone) AliApp(AP/10.6) AlipayClient/10.6')).toBe('wallet')
  expect(appNamed('Mozilla/5.0 (iPhone) Safari/604.1')).toBe('browser')
})
