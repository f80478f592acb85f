import { describe, expect, it } from 'vitest'
import { networkOf } from './caller.ts'
import { networksOf } from './network-allowance.ts'

describe('the network of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('the network of an address of %s is %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network)
  })
})

const names = (ip: string) => networksOf(ip).map(({ network }) => network)

it('an address counts for its /64, /56 and /48', () => {
  expect(names('192.0.2.7')).toEqual(['192.0.2.7'])
  expect(names('2001:db8:1:a2f3::9')).toEqual([
    '2001:db8:1:a2f3',
    '2001:db8:1:a2/56',
    '2001:db8:1/48',
  ])
  expect(names('2001:db8::1')).toEqual(['2001:db8:0:0', '2001:db8:0:0/56', '2001:db8:0/48'])
})
