import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  deleteCookie,
  storeChannelInfo,
  storeCookie,
  storeLinkPairs,
  readChannelInfo,
  readCookie,
} from './cookies.ts'
import { drawCookie } from '@qingzhou/contract/wire/params'

function clear() {
  for (const pair of document.cookie.split('; ')) {
    document.cookie = `${pair.split('=')[0]}=; Path=/; Max-Age=-1`
  }
}

beforeEach(clear)
afterEach(clear)

/** The exact text written to `document.cookie`. */
function cookieLines(work: () => void): string[] {
  const lines: string[] = []
  const own = Object.getOwnPropertyDescriptor(document, 'cookie')
  Object.defineProperty(document, 'cookie', {
    configurable: true,
    get: () => '',
    set: (line: string) => {
      lines.push(line)
    },
  })
  try {
    work()
  } finally {
    if (own) Object.defineProperty(document, 'cookie', own)
    else Reflect.deleteProperty(document, 'cookie')
  }
  return lines
}

describe('cookies of the app', () => {
  it('[3.066, 9.016–9.019] expire after one day and are limited to this site', () => {
    for (const name of ['token', 'applyNo', drawCookie] as const) {
      expect(cookieLines(() => storeCookie(name, 'abc'))).toEqual([
        `${name}=abc; Path=/; Max-Age=86400; SameSite=Lax`,
      ])
    }
    const [channel] = cookieLines(() => storeChannelInfo({ channel: 'wxmp' }))
    expect(channel).toMatch(/^channelInfo=[^;]+; Path=\/; Max-Age=86400; SameSite=Lax$/)
  })

  it('cookies of the app can be read and deleted', () => {
    storeCookie('applyNo', 'A 1;=号')
    expect(readCookie('applyNo')).toBe('A 1;=号')
    deleteCookie('applyNo')
    expect(readCookie('applyNo')).toBeUndefined()
  })

  it('[3.067] hold the channel as JSON', () => {
    storeChannelInfo({ channel: 'wxmp', uriId: 'u-1' })
    expect(JSON.parse(readCookie('channelInfo') ?? '')).toEqual({ channel: 'wxmp', uriId: 'u-1' })
    expect(readChannelInfo()).toEqual({ channel: 'wxmp', uriId: 'u-1' })
  })

  it.each([
    '',
    'null',
    '[]',
    '"x"',
    '{"channel":1,"uriId":{}}',
    '{',
    '{"__proto__":{"channel":"x"}}',
  ])('accept a channel of %j', (value) => {
    storeCookie('channelInfo', value)
    expect(readChannelInfo()).toEqual({})
  })
})

describe('the pairs of a link', () => {
  it('[2.020] the pairs of a link are all stored as cookies', () => {
    storeLinkPairs([
      ['sid', 'x'],
      ['role', 'admin'],
      ['ptm_sub_channel', '夏季'],
      ['empty', ''],
    ])
    expect(readCookie('sid')).toBe('x')
    expect(readCookie('role')).toBe('admin')
    expect(readCookie('ptm_sub_channel')).toBe('夏季')
    expect(readCookie('empty')).toBe('')
  })

  it('never overwrite the token or a cookie of the server', () => {
    const names = [
      'token',
      'staffToken',
      'adminPlatformToken',
      'aliAuthToken',
      'wxAuthToken',
      'sessionId',
      'qz_session',
      'qz_authorisation',
      'QZ_SESSION',
      '__Host-qz',
      '__Secure-x',
    ]
    expect(cookieLines(() => storeLinkPairs(names.map((name) => [name, 'forged'])))).toEqual([])
  })

  it('the pairs of a link cannot inject cookie attributes', () => {
    const [line = ''] = cookieLines(() =>
      storeLinkPairs([['a; Domain=evil', 'b; Path=/x\r\nSet-Cookie: qz_session=1']]),
    )
    expect(line.split(';')).toHaveLength(4)
    expect(line).not.toMatch(/[\r\n]/)
    expect(line).toMatch(/^a%3B%20Domain%3Devil=b%3B%20Path%3D%2Fx%0D%0A[^;]*; Path=\/;/)
  })

  it('the pairs of a link cannot pollute the prototype', () => {
    storeLinkPairs([
      ['__proto__', 'polluted'],
      ['constructor', 'x'],
    ])
    expect(readCookie('__proto__')).toBe('polluted')
    expect(Object.prototype).not.toHaveProperty('polluted')
    expect(readCookie('toString')).toBeUndefined()
  })

  it('are skipped when too long, unnamed or invalid Unicode', () => {
    const pairs: [string, string][] = [
      ['n'.repeat(65), 'x'],
      ['long', 'v'.repeat(513)],
      ['', 'nameless'],
      ['\ud800', 'x'],
    ]
    expect(cookieLines(() => storeLinkPairs(pairs))).toEqual([])
  })

  it('never make the cookie header larger than servers accept', () => {
    storeLinkPairs(Array.from({ length: 200 }, (_, index) => [`n${index}`, 'v'.repeat(200)]))
    expect(document.cookie.length).toBeLessThan(5000)
    expect(readCookie('n0')).toBe('v'.repeat(200))
  })

  it('the pairs of a link are limited to 30', () => {
    const pairs = Array.from({ length: 40 }, (_, at) => [`p${at}`, 'x'] as const)
    storeLinkPairs(pairs)
    expect(readCookie('p29')).toBe('x')
    expect(readCookie('p30')).toBeUndefined()
  })

  it('[2.021] never include a token or a phone number', () => {
    storeLinkPairs([
      ['token', 'link-1'],
      ['sessionId', 'link-1'],
      ['mobile', '13800138000'],
      ['mobileNo', '13800138000'],
      ['Mobile', '13800138000'],
    ])
    expect(document.cookie).not.toContain('13800138000')
    expect(document.cookie).not.toContain('link-1')
  })
})
