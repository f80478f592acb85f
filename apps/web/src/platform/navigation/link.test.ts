import { afterEach, describe, expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { currentCommonFields } from '#platform/api/common-fields.ts'
import { storeChannelInfo, readChannelInfo, readCookie } from '#platform/browser/cookies.ts'
import {
  clearLinkToken,
  guardAddress,
  linkMobile,
  linkToken,
} from '#platform/session/link-token.ts'
import { forgetLink, linkPairs, linkQuery, rememberLink, takePersonalPairs } from './link.ts'
import { remove, read } from '#platform/browser/storage.ts'

const open = (address: string) => window.history.replaceState({ idx: 3 }, '', address)

afterEach(() => open('/'))

describe('the pairs of a link', () => {
  it('are read before and after the #, the latter takes precedence', () => {
    open('/?uriId=a&top=1#/landChannel?uriId=b&gdCode=G1')
    expect({ ...linkQuery() }).toEqual({ uriId: 'b', gdCode: 'G1', top: '1' })
  })

  it('keep the first of equal names', () => {
    open('/#/landChannel?uriId=a&uriId=b')
    expect(linkQuery()['uriId']).toBe('a')
  })

  it('never contain the token or the phone', () => {
    open('/?token=x&mobile=13800138000#/landChannel?token=y&z=1&mobile=13800138001')
    expect({ ...linkQuery() }).toEqual({ z: '1' })
    expect(linkPairs()).toEqual([['z', '1']])
  })

  it('the pairs of a link cannot pollute the prototype', () => {
    open('/?__proto__=x&constructor=y#/landChannel')
    const query = linkQuery()
    expect(query['__proto__']).toBe('x')
    expect(query['constructor']).toBe('y')
    expect(query['toString']).toBeUndefined()
  })
})

describe('the token of a link', () => {
  it.each([
    ['/?token=t-1&a=1#/landChannel?b=2', '/?a=1#/landChannel?b=2'],
    ['/#/repayLandChannel?token=t-1', '/#/repayLandChannel'],
    ['/?token=t-1', '/'],
    ['/?token=old#/x?token=t-1&token=t-2', '/#/x'],
  ])('[2.012] the token of a link is removed from %s', (address, cleaned) => {
    open(address)
    expect(takePersonalPairs().token).toBe('t-1')
    expect(window.location.pathname + window.location.search + window.location.hash).toBe(cleaned)
    expect(window.history.state).toEqual({ idx: 3 })
    expect(window.location.href).not.toContain('t-1')
  })

  it('leaves an address without one as it is', () => {
    open('/?a=%20b#/x?c')
    expect(Object.values(takePersonalPairs())).toEqual([undefined, undefined, undefined])
    expect(window.location.search + window.location.hash).toBe('?a=%20b#/x?c')
  })

  it('is also removed from later addresses, and held in memory only', () => {
    open('/#/x?token=t-1')
    guardAddress()
    expect(linkToken()).toBe('t-1')
    open('/#/y?token=t-2')
    window.dispatchEvent(new PopStateEvent('popstate'))
    expect(linkToken()).toBe('t-2')
    expect(window.location.hash).toBe('#/y')
    clearLinkToken()
    expect(linkToken()).toBeUndefined()
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('t-2')
    expect(document.cookie).not.toContain('t-2')
  })
})

describe('the phone of a link', () => {
  it.each([
    ['/?mobile=13800138000&a=1#/unionPayChannel?b=2', '/?a=1#/unionPayChannel?b=2'],
    ['/#/unionPayChannel?mobile=13800138000&token=t-1', '/#/unionPayChannel'],
  ])('is removed from %s and stored in memory only', (address, cleaned) => {
    open(address)
    guardAddress()
    rememberLink()
    expect(linkMobile()).toBe('13800138000')
    expect(window.location.pathname + window.location.search + window.location.hash).toBe(cleaned)
    expect(JSON.stringify([document.cookie, localStorage])).not.toContain('13800138000')
    clearLinkToken()
  })
})

const bar = () => document.documentElement.dataset['top']

describe('the title bar', () => {
  it('[2.017] is hidden by a link with top=0, stays so on later pages, and returns with top=1', () => {
    open('/?top=0#/landChannel')
    rememberLink()
    expect(bar()).toBe('hidden')
    open('/#/user/limit')
    rememberLink()
    expect(bar()).toBe('hidden')
    open('/?top=1#/landChannel')
    rememberLink()
    expect(bar()).toBeUndefined()
  })

  it('is shown for any other value of top', () => {
    for (const value of ['', '00', 'x', '%00', 'false']) {
      open(`/?top=${value}#/landChannel`)
      rememberLink()
      expect(bar()).toBeUndefined()
    }
  })
})

describe('the sub-channel of a link', () => {
  it('[2.016] is sent with every call, unless it is junk', () => {
    open('/?ptm_sub_channel=summer-7#/landChannel')
    rememberLink()
    expect(currentCommonFields(calls.credit.currentStep).ptm_sub_channel).toBe('summer-7')
    open("/?ptm_sub_channel=' OR 1=1#/landChannel")
    rememberLink()
    expect(currentCommonFields(calls.credit.currentStep).ptm_sub_channel).toBeUndefined()
  })
})

describe('stored data of a link', () => {
  it('[2.013, 3.043, 3.078, 9.008] contains every pair, the channel, the product and the branch', () => {
    open('/?extendChannelCode=wxmp&gdCode=G1#/landChannel?uriId=u-1&prodSubNo=900001&flowBranch=1')
    rememberLink()
    expect(readCookie('gdCode')).toBe('G1')
    expect(readChannelInfo()).toEqual({ channel: 'wxmp', uriId: 'u-1' })
    expect(read('prodSubNo')).toBe('900001')
    expect(read('flowBranch')).toBe('1')
    remove('prodSubNo')
    remove('flowBranch')
  })

  it('adds the channel of the link to that of the browser', () => {
    forgetLink()
    open('/#/landChannel')
    const { channel } = currentCommonFields(calls.credit.currentStep)
    expect(currentCommonFields(calls.credit.currentStep).extendChannelCode).toBe(channel)
    open('/?extendChannelCode=000000000099#/landChannel')
    rememberLink()
    expect(currentCommonFields(calls.credit.currentStep)).toMatchObject({
      channel,
      extendChannelCode: '000000000099',
    })
  })

  it('keeps the values of an earlier link that this one does not set', () => {
    storeChannelInfo({ channel: 'wxmp', uriId: 'u-1' })
    open('/#/landChannel?uriId=u-2')
    rememberLink()
    expect(readChannelInfo()).toEqual({ channel: 'wxmp', uriId: 'u-2' })
  })

  it('is empty after the link was refused', () => {
    open('/?uriId=dead&extendChannelCode=wxmp#/landChannel')
    rememberLink()
    forgetLink()
    rememberLink()
    expect(readChannelInfo()).toEqual({})
    expect(window.location.search + window.location.hash).toBe('#/landChannel')
  })

  it('ignores unknown products and branches', () => {
    open('/#/landChannel?prodSubNo=1&flowBranch=x')
    rememberLink()
    expect(read('prodSubNo')).toBe('103001')
    expect(read('flowBranch')).toBeUndefined()
  })
})
