// @vitest-environment node
/// <reference types="node" />
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientIp } from './common-fields.ts'

let answer: { status: number; body: string }
let method: string | undefined
const server = createServer((request, response) => {
  method = request.method
  response.writeHead(answer.status).end(answer.body)
})
let url: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address of this form.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

describe('public address of the phone', () => {
  it.each(['203.0.113.7', '2001:db8::1'])(
    '[7.167, 7.168] is read from the lookup: %s',
    async (ip) => {
      answer = { status: 200, body: JSON.stringify({ statusInfo: { code: 'COMCC00000' }, ip }) }
      expect(await clientIp(url)).toBe(ip)
      expect(method).toBe('POST')
    },
  )

  it.each([
    [200, '{"statusInfo":{"code":"X"},"ip":"203.0.113.7"}'],
    [200, '{"statusInfo":{"code":"COMCC00000"},"ip":"<b>"}'],
    [200, '{"statusInfo":{"code":"COMCC00000"}}'],
    [200, 'gateway'],
    [500, '{"statusInfo":{"code":"COMCC00000"},"ip":"203.0.113.7"}'],
  ])('is null when the lookup answers %i %s', async (status, body) => {
    answer = { status, body }
    expect(await clientIp(url)).toBeNull()
  })

  it('is null without a lookup service', async () => {
    expect(await clientIp('http://127.0.0.1:1')).toBeNull()
  })
})
