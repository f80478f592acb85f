import type { Socket } from 'node:net'

import { calls } from '@qingzhou/contract/calls'
import { outcomeOf, type Attack, type Attempt, type Target } from './attack.ts'
import { rawSocket } from './raw-http.ts'

const NETWORKS = 8
const PER_NETWORK = 8
const ROUNDS = 3

/** One account holds as many unfinished uploads as it can, from several networks, again and again. */
export const stalledUploads: Attack = {
  name: 'stalled uploads of one account',
  async run(target) {
    const [attacker, other] = [await target.signedIn(), await target.signedIn()]
    const secret = attacker.client.cookies.get('qz_session') ?? ''
    const attempts: Attempt[] = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      const held = await holdUploads(target, secret)
      for (const call of [calls.identity.readIdCard, calls.proofs.upload]) {
        const { status } = await other.client.send(call, {})
        attempts.push({ what: `${call.path} of another: ${status}`, isRefused: status !== 503 })
      }
      for (const socket of held) socket.destroy()
    }
    return outcomeOf(attempts)
  },
}

async function holdUploads(target: Target, secret: string): Promise<Socket[]> {
  const networks = Array.from({ length: NETWORKS }, () => target.newNetwork())
  const heads = networks.flatMap((network) =>
    Array.from({ length: PER_NETWORK }, () =>
      [
        `POST ${calls.proofs.upload.path} HTTP/1.1`,
        'Host: localhost',
        'Content-Type: application/json',
        'X-Requested-With: XMLHttpRequest',
        'Content-Length: 1000000',
        `Cookie: qz_session=${secret}`,
        `X-Forwarded-For: ${network}`,
        '',
        '{',
      ].join('\r\n'),
    ),
  )
  return Promise.all(heads.map((head) => rawSocket(target.address, head)))
}
