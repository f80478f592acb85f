import { calls } from '@qingzhou/contract/calls'
import { outcomeOf, type Attack } from './attack.ts'
import { answerOn, rawSocket } from './raw-http.ts'

const { path } = calls.system.time
const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nX-Requested-With: XMLHttpRequest\r\n`
const messages: readonly (readonly [string, string])[] = [
  ['two lengths', `${head}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}`],
  [
    'length and chunks',
    `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\n\r\n`,
  ],
  ['odd chunked', `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ['negative length', `${head}Content-Length: -1\r\n\r\n{}`],
  ['no host', `GET /healthz HTTP/1.1\r\n\r\n`],
  ['line feed in a header', `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: b\rX: y\r\n\r\n`],
  ['space before colon', `GET /healthz HTTP/1.1\r\nHost : localhost\r\n\r\n`],
  ['garbage', `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n`],
  [
    '60 kB of headers',
    `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: ${'a'.repeat(60_000)}\r\n\r\n`,
  ],
  ['deep JSON', `${head}Content-Length: 40000\r\n\r\n${'['.repeat(40_000)}`],
  ['broken UTF-8', `${head}Content-Length: 4\r\n\r\n"\xff\xfe"`],
  ['body that is a list', `${head}Content-Length: 2\r\n\r\n[]`],
]

/** Messages that two servers could read in two ways, or that no browser sends. */
export const malformedHttp: Attack = {
  name: 'malformed HTTP',
  async run({ address }) {
    const attempts = []
    for (const [what, bytes] of messages) {
      const answer = await answerOn(await rawSocket(address, bytes), 5_000)
      const [, status = '0'] = /^HTTP\/1\.1 (\d{3})/.exec(answer) ?? []
      attempts.push({ what: `${what}: ${status}`, isRefused: !/^[123]/.test(status) })
    }
    const { status } = await fetch(`${address}/healthz`)
    attempts.push({ what: 'the server is down afterwards', isRefused: status === 200 })
    return outcomeOf(attempts)
  },
}
