import { afterEach, describe, expect, it } from 'vitest'
import { describeTerminal } from './terminal.ts'

const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_2 like Mac OS X) AppleWebKit/605.1.15'

/** As the desk's frame does. */
function lendAgent(userAgent: string) {
  const frame = document.createElement('iframe')
  frame.dataset['userAgent'] = userAgent
  Object.defineProperty(window, 'frameElement', { configurable: true, value: frame })
}

describe('the description of the phone', () => {
  afterEach(() => {
    Reflect.deleteProperty(window, 'frameElement')
    document.querySelector('meta[name=qingzhou-config]')?.remove()
  })

  it('[3.052–3.055, 3.057] names the app with its version, the system, the language and the kind of terminal', async () => {
    const page = document.createElement('meta')
    page.name = 'qingzhou-config'
    page.content = JSON.stringify({ mode: 'production', version: '1.4.2' })
    document.head.append(page)
    lendAgent(agent)
    const { terminalInfo } = await describeTerminal()
    expect(terminalInfo).toMatchObject({
      appName: 'qingzhou',
      appType: 'h5',
      appVersion: '1.4.2',
      lang: 'CN',
      systemVersion: expect.stringMatching(/./),
      terminalType: 'h5',
    })
  })

  it('[3.060] has the browser’s own name of itself, without control characters', async () => {
    lendAgent(`${agent}\u0007`)
    const { environmentInfo } = await describeTerminal()
    expect(environmentInfo.userAgentCust).toBe(`${agent} `)
  })
})
