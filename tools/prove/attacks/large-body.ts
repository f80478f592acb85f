import { setTimeout as sleep } from 'node:timers/promises'

import { calls } from '@qingzhou/contract/calls'
import { outcomeOf, type Attack, type Attempt } from './attack.ts'
import { rawSocket } from './raw-http.ts'

const ANNOUNCED_BYTES = 13_000_000
const SENT_BYTES = 300_000
/** Shorter than the time after which the attacked server gives up on any request by itself. */
const PATIENCE_MS = 3_000

/** Calls by body kind; each is announced with 13 MB by somebody who is not signed in. */
const paths = [
  calls.identity.readIdCard.path,
  calls.identity.faceResult.path,
  calls.proofs.upload.path,
  calls.staff.importNames.path,
  calls.onboarding.signIn.path,
  calls.system.log.path,
]

/** The server has to refuse by the headers: with the answer out before the body has come, nothing is decoded. */
export const largeBody: Attack = {
  name: 'large body without a session',
  async run({ address }) {
    const attempts = await Promise.all(paths.map((path) => announce(address, path)))
    return outcomeOf(attempts)
  },
}

async function announce(address: string, path: string): Promise<Attempt> {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    'X-Requested-With: XMLHttpRequest',
    `Content-Length: ${ANNOUNCED_BYTES}`,
  ]
  const socket = await rawSocket(address, `${head.join('\r\n')}\r\n\r\n`)
  const received = { text: '' }
  socket.on('data', (part: Buffer) => (received.text += part.toString('latin1')))
  socket.write('x'.repeat(SENT_BYTES))
  const deadline = Date.now() + PATIENCE_MS
  while (received.text === '' && !socket.destroyed && Date.now() < deadline) await sleep(20)
  const isCut = received.text === '' && socket.destroyed
  const isAnswered = /^HTTP\/1\.1 4(?!08)\d\d/.test(received.text) || isCut
  socket.destroy()
  return { what: `${path} waits for 13 MB from a stranger`, isRefused: isAnswered }
}
