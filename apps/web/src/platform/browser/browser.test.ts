import { afterEach, describe, expect, it } from 'vitest'
import { browserKind, channelCode, isMobile, phoneSystem, userAgent } from './browser.ts'
import { systemVersion } from '#shared/sign-in/terminal.ts'

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android =
  'Mozilla/5.0 (Linux; Android 14; PGT-AN00) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36'
const inWallet = `${android} Nebula AlipayDefined AlipayClient/10.5.0`
const inMessenger = `${iPhone} Mobile/15E148 MicroMessenger/8.0.44(0x18002c2f) NetType/WIFI`
const desktop =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36'
const macintosh =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'

const computer = { platform: 'Win32', touchPoints: 0, hasCoarsePointer: false }

describe('the browser, by its user agent', () => {
  it('is the payment app, the messaging app or a plain one', () => {
    expect([inWallet, inMessenger, android, iPhone, desktop].map(browserKind)).toEqual([
      'wallet',
      'messenger',
      'plain',
      'plain',
      'plain',
    ])
  })

  it('[1.033] has the channel 000000000003 in the payment app', () => {
    expect(channelCode(inWallet)).toBe('000000000003')
  })

  it('[1.034] has the channel 000000000004 in any other browser of a phone', () => {
    for (const agent of [inMessenger, android, iPhone]) {
      expect(channelCode(agent)).toBe('000000000004')
    }
  })

  it('[1.035] has the channel 0000000000 elsewhere', () => {
    expect(channelCode(desktop)).toBe('0000000000')
  })

  it('knows the phone system for downloads', () => {
    expect(phoneSystem(inMessenger)).toBe('ios')
    expect(phoneSystem(inWallet)).toBe('android')
    expect(phoneSystem(desktop)).toBe('other')
  })
})

describe('the version of the system', () => {
  it.each([
    [inMessenger, '18.0'],
    [iPhone.replace('18_0', '17_5_1'), '17.5.1'],
    ['Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15', '16.6'],
    [inWallet, '14'],
    [android.replace('Android 14', 'Android 8.1.0'), '8.1.0'],
    ['Mozilla/5.0 (Phone; OpenHarmony 5.0) ArkWeb', '5.0'],
    ['Mozilla/5.0 (Linux; Android 12; HarmonyOS 4.2.0; ALN-AL00) Mobile', '4.2.0'],
    [macintosh, '18.0'],
    [desktop, '10.0'],
    ['', '0'],
    ['curl/8.0', '0'],
  ])('[3.056] the version of the system of %s is %s', (agent, version) => {
    expect(systemVersion(agent)).toBe(version)
  })
})

describe('a mobile device', () => {
  it.each([inWallet, inMessenger, android, iPhone, 'Mozilla/5.0 (Phone; OpenHarmony 5.0) ArkWeb'])(
    'a mobile device is %s',
    (agent) => expect(isMobile({ agent, ...computer })).toBe(true),
  )

  it('is a tablet that calls itself a Macintosh', () => {
    const tablet = { platform: 'MacIntel', touchPoints: 5, hasCoarsePointer: true }
    expect(isMobile({ agent: macintosh, ...tablet })).toBe(true)
  })

  it('is not a computer, with or without a touch screen', () => {
    expect(isMobile({ agent: desktop, ...computer })).toBe(false)
    expect(isMobile({ agent: macintosh, ...computer, platform: 'MacIntel' })).toBe(false)
    const touchLaptop = { platform: 'Win32', touchPoints: 10, hasCoarsePointer: true }
    expect(isMobile({ agent: desktop, ...touchLaptop })).toBe(false)
  })
})

function setFrame(get: () => Element | null) {
  Object.defineProperty(window, 'frameElement', { configurable: true, get })
}

describe('the user agent', () => {
  const original = Object.getOwnPropertyDescriptor(window, 'frameElement')
  afterEach(() => {
    if (original) Object.defineProperty(window, 'frameElement', original)
    else Reflect.deleteProperty(window, 'frameElement')
  })

  it('is provided by a frame of the same origin', () => {
    const frame = document.createElement('iframe')
    frame.dataset['userAgent'] = inWallet
    setFrame(() => frame)
    expect(userAgent()).toBe(inWallet)
    expect(browserKind()).toBe('wallet')
  })

  it('is the browser’s own in a frame of another origin', () => {
    setFrame(() => {
      throw new DOMException('Blocked a frame', 'SecurityError')
    })
    expect(userAgent()).toBe(navigator.userAgent)
  })
})
