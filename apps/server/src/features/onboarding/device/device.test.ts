import { describe, expect, it } from 'vitest'
import {
  expectRefusal,
  newPhone,
  setFault,
  signInWith,
} from '#features/onboarding/testing/visitor.ts'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import { startProductForFile } from '#testing/product.ts'
import { pageSignature } from './messenger-page.ts'

const product = startProductForFile()

const fingerprint = { firstDeviceId: 'first-1', secondBlackBox: 'box-1', channel: '000000000004' }

describe('device keys', { timeout: 30_000 }, () => {
  it('[3.030, 3.031, 7.054] device keys are requested from both vendors', async () => {
    const keys = await product.client().api.onboarding.deviceKeys(fingerprint)
    expect(keys.first).toMatch(/^\w+$/)
    expect(keys.second).toMatch(/^\w+$/)
    expect(keys.first).not.toBe(keys.second)
  })

  it('leave out a vendor that fails', async () => {
    await setFault(product, { provider: 'deviceFirst', failNext: 1 })
    const keys = await product.client().api.onboarding.deviceKeys(fingerprint)
    expect(keys.first).toBeUndefined()
    expect(keys.second).toBeDefined()
  })

  it('are both missing without an error when both vendors are down', async () => {
    await setFault(product, { provider: 'deviceFirst', down: true })
    await setFault(product, { provider: 'deviceSecond', down: true })
    const keys = await product.client().api.onboarding.deviceKeys(fingerprint)
    expect(keys).toEqual({ first: undefined, second: undefined })
    await setFault(product, { provider: 'deviceFirst', down: false })
    await setFault(product, { provider: 'deviceSecond', down: false })
  })
})

const terminalInfo = {
  appName: '轻舟',
  appType: 'h5',
  appVersion: '1.0.0',
  lang: 'CN',
  systemVersion: 'iOS 19',
  terminalType: 'h5',
} as const

describe('terminal data', { timeout: 30_000 }, () => {
  it('[7.095] is stored encrypted, one row per device, with the text unchanged', async () => {
    const client = product.client()
    await signInWith(product, client, newPhone())
    const userAgentCust = `'; DROP TABLE terminals; -- <script>alert(1)</script>`
    const environmentInfo = { userAgentCust, latiTude: '30.27', longiTude: '120.15' }
    await client.api.onboarding.saveTerminal({ terminalInfo, environmentInfo })
    await client.api.onboarding.saveTerminal({ terminalInfo, environmentInfo })

    const { customerNo } = await client.api.onboarding.currentUser({})
    const rows = await product.services.database.query<{
      device_index: Buffer
      terminal_sealed: Buffer
    }>(`SELECT device_index, terminal_sealed FROM terminals WHERE customer_no = $1`, [customerNo])
    expect(rows).toHaveLength(1)
    const sealed = rows[0]?.terminal_sealed ?? Buffer.alloc(0)
    expect(sealed.toString('latin1')).not.toContain('120.15')
    const device = rows[0]?.device_index ?? Buffer.alloc(0)
    const place = placeIn('terminals', customerNo, device)('terminal_sealed')
    expect(JSON.parse(product.services.vault.open(sealed, place))).toMatchObject({
      environmentInfo,
    })
  })

  it('is limited to the 20 newest devices of a customer', async () => {
    const client = product.client()
    await signInWith(product, client, newPhone())
    const { customerNo } = await client.api.onboarding.currentUser({})
    for (let count = 1; count <= 25; count += 1) {
      client.common['deviceId'] = `another-device-${count}`
      await client.api.onboarding.saveTerminal({
        terminalInfo,
        environmentInfo: { userAgentCust: 'x' },
      })
    }
    const rows = await product.services.database.query<{ device_index: Buffer }>(
      `SELECT device_index FROM terminals WHERE customer_no = $1`,
      [customerNo],
    )
    expect(rows).toHaveLength(20)
    const newest = product.services.vault.index('device', 'another-device-25')
    expect(rows.some((row) => row.device_index.equals(newest))).toBe(true)
  })

  it('can only be saved with a session', async () => {
    const terminal = { terminalInfo, environmentInfo: { userAgentCust: 'x' } }
    const attempt = product.client().api.onboarding.saveTerminal(terminal)
    await expectRefusal(attempt, { kind: 'not-signed-in' })
  })
})

describe('the messaging app integration', { timeout: 30_000 }, () => {
  it('[7.138] returns a link that opens the mini program', async () => {
    const { onboarding } = product.client().api
    const { urlScheme, page } = await onboarding.miniProgramLink({ prodSubNo: '103001' })
    expect(urlScheme).toMatch(/^weixin-sandbox:\/\//)
    expect(page).toMatch(/^\/sandbox\/messenger\/mini-program\?ticket=/)
  })

  it('[7.139] signs a signed-in customer in to the mini program, and no other person', async () => {
    const client = product.client()
    await signInWith(product, client, newPhone())
    const { customerNo: customer } = await client.api.onboarding.currentUser({})
    const tokens = async () =>
      product.services.database.query('SELECT used_at FROM link_tokens WHERE customer_no = $1', [
        customer,
      ])
    const shownTo = async (asking: typeof client) => {
      const { page = '' } = await asking.api.onboarding.miniProgramLink({ prodSubNo: '103001' })
      const answer = await fetch(`${product.sandbox.url}${page.replace('/sandbox', '')}`)
      return answer.text()
    }
    expect(await shownTo(product.client())).not.toContain('token')
    expect(await tokens()).toEqual([])
    expect(await shownTo(client)).toContain('token=（已携带）')
    expect(await tokens()).toEqual([{ used_at: null }])
  })

  it('counts links by the address they are asked from, not by one that the browser names', async () => {
    const { onboarding } = product.client('203.0.113.9').api
    await onboarding.miniProgramLink({ prodSubNo: '103001', ip: '198.51.100.7' })
    const counted = (ip: string) =>
      product.services.limiter.count(`mini-program-link:network:${ip}`)
    expect([await counted('203.0.113.9'), await counted('198.51.100.7')]).toEqual([1, 0])
  })

  it('answers with a server error when the messaging app is down', async () => {
    await setFault(product, { provider: 'messenger', down: true })
    const attempt = product.client().api.onboarding.miniProgramLink({ prodSubNo: '103001' })
    await expect(attempt).rejects.toMatchObject({ answer: { code: 'APPSTES500' } })
    await setFault(product, { provider: 'messenger', down: false })
  })

  it('signs URLs of our own origin without the fragment', async () => {
    const client = product.client()
    await signInWith(product, client, newPhone())
    const own = `${product.services.publicOrigin}/?uriId=web-home`
    const signed = await client.api.onboarding.signPageUrl({ url: `${own}#/user/focus` })
    const { ticket } = await product.services.providers.messenger.pageTicket()
    const { nonceStr, timestamp } = signed
    expect(signed.signature).toBe(pageSignature({ ticket, nonceStr, timestamp, page: own }))
  })

  it('refuses to sign a URL of another origin', async () => {
    const client = product.client()
    await signInWith(product, client, newPhone())
    const origin = product.services.publicOrigin
    const urls = [
      'https://evil.example/',
      '//evil.example/',
      'https:evil.example',
      '\\\\evil.example',
      'javascript:alert(1)',
      `${origin}.evil.example/`,
      `${origin}@evil.example/`,
      origin.replace('//', '//evil@'),
    ]
    for (const url of urls) {
      const attempt = client.api.onboarding.signPageUrl({ url })
      await expectRefusal(attempt, { kind: 'field-invalid', message: '只能为本站页面签名' })
    }
  })

  it('computes the signature of the published example', () => {
    const ticket =
      'sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg'
    const example = { ticket, nonceStr: 'Wm3WZYTPz0wzccnW', timestamp: 1414587457 }
    const page = 'http://mp.weixin.qq.com?params=value'
    const signature = pageSignature({ ...example, page })
    expect(signature).toBe('0f9de62fce790f9a083d5c99e95740ceb90c27ed')
  })
})
