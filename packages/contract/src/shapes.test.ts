import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { calls, trackingPaths, type Call } from './calls.ts'
import { codes } from './codes.ts'
import {
  codeMsgEnvelope,
  commonFieldNames,
  commonFields,
  statusInfoEnvelope,
} from './wire/envelope.ts'
import type { Shape } from './wire/shape.ts'
import { shapes } from './shapes.ts'
import { text, yesNo } from './wire/wire.ts'

const rows = Object.entries(calls).flatMap(([feature, features]) =>
  Object.entries(features).map(([name, call]): [string, Call, Shape] => {
    const table: Readonly<Record<string, Readonly<Record<string, Shape>>>> = shapes
    const shape = table[feature]?.[name]
    if (!shape) throw new Error(`${feature}.${name} has no shape`)
    return [`${feature}.${name}`, call, shape]
  }),
)

describe('the call table', () => {
  it('has every address once, tracking included', () => {
    const addresses = rows.map(([, { method, path }]) => `${method} ${path}`)
    const all = [...addresses, ...trackingPaths.map((path) => `POST ${path}`)]
    expect(new Set(all).size).toBe(all.length)
  })

  it('has plain bodies only under the specified prefixes', () => {
    const plain = rows.filter(([, { body }]) => body === 'plain').map(([, { path }]) => path)
    const beforeAKey = [calls.system.time.path, calls.system.publicKey.path]
    const others = plain.filter((path) => !beforeAKey.includes(path))
    expect(others.every((path) => /^\/(app-front|acc-front|console-api)\//.test(path))).toBe(true)
  })

  it.each(rows)('%s refuses an unknown field', (_, __, { request }) => {
    const known = z.safeParse(request, { unheardOf: 1 })
    expect(known.success).toBe(false)
  })

  it.each(rows)('%s lists no common field', (_, __, { request }) => {
    const described = JSON.stringify(
      z.toJSONSchema(request, { io: 'input', unrepresentable: 'any' }),
    )
    for (const name of commonFieldNames) expect(described).not.toContain(`"${name}":{`)
  })
})

describe('wire codecs', () => {
  it('encode booleans as Y and N', () => {
    expect([z.decode(yesNo, 'Y'), z.decode(yesNo, 'N')]).toEqual([true, false])
    expect([z.encode(yesNo, true), z.encode(yesNo, false)]).toEqual(['Y', 'N'])
    for (const other of ['y', '', true, 1, null])
      expect(z.safeParse(yesNo, other).success).toBe(false)
  })

  it('accept only bounded text without control characters', () => {
    const name = text(3)
    expect(z.safeParse(name, '李雷').success).toBe(true)
    for (const other of ['', '四个汉字', 'a\0', 'a\r\n', 7, ['a']]) {
      expect(z.safeParse(name, other).success).toBe(false)
    }
  })
})

const accepts = (fields: object) => z.safeParse(commonFields, fields).success

describe('the envelopes', () => {
  it('are parsed by the same schema on both sides', () => {
    const statusInfo = { code: codes.success, message: '', timestamp: 1, requestId: 'r' }
    expect(z.parse(statusInfoEnvelope, { statusInfo, extra: 1 })).toEqual({ statusInfo, extra: 1 })
    const staff = { code: '0000', msg: '', requestId: 'r', data: { a: 1 } }
    expect(z.parse(codeMsgEnvelope, staff)).toEqual(staff)
    expect(z.safeParse(statusInfoEnvelope, { statusInfo: {} }).success).toBe(false)
  })

  it('accept only common fields of a bounded form', () => {
    expect(
      accepts({
        channel: '000000000003',
        extendChannelCode: 'wxmp',
        uriId: 'a-b_1',
        deviceKey: 'x',
      }),
    ).toBe(true)
    expect(accepts({ token: 'x'.repeat(129) })).toBe(false)
    expect(accepts({ uriId: "' OR 1=1" })).toBe(false)
    expect(accepts({ deviceKey: ['x'] })).toBe(false)
  })
})
