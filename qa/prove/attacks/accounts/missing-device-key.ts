import {
  fingerprint,
  newSubmittedApplicant,
  terminal,
} from '@qingzhou/server/features/credit/testing/applying.ts'
import { setFault } from '@qingzhou/server/features/onboarding/testing/visitor.ts'
import type { Client } from '@qingzhou/server/testing/client.ts'
import { outcomeOf, type Attack, type Target } from '#prove/attacks/attack.ts'

/** An application without device keys, or with keys of another phone, must not be trusted. */
export const missingDeviceKey: Attack = {
  name: 'application without device keys',
  async run(target) {
    await setFault(target.product, { provider: 'bureau', settleMs: 0, silent: true })
    const foreign = await target.visitor().api.onboarding.deviceKeys(fingerprint)
    const ways: [string, (client: Client) => Promise<unknown>][] = [
      ['no keys', (client) => client.api.credit.open(terminal)],
      [
        'keys made up',
        (client) =>
          client.api.credit.open({ ...terminal, deviceKeys: { first: 'made-up', second: 'too' } }),
      ],
      [
        'keys of another session',
        (client) => client.api.credit.open({ ...terminal, deviceKeys: foreign }),
      ],
      [
        'a fingerprint that the vendors refuse',
        async (client) => {
          const refused = { ...fingerprint, firstDeviceId: '指纹', secondBlackBox: '指纹' }
          await client.api.onboarding.deviceKeys(refused)
          return client.api.credit.open(terminal)
        },
      ],
    ]
    const attempts = []
    for (const [what, open] of ways) {
      attempts.push({ what, isRefused: (await reasonsAfter(target, open)).includes(UNTRUSTED) })
    }
    const honest = await reasonsAfter(target, async (client) => {
      await client.api.onboarding.deviceKeys(fingerprint)
      return client.api.credit.open(terminal)
    })
    if (honest.includes(UNTRUSTED))
      throw new Error('an application with valid device keys is not trusted')
    return outcomeOf(attempts)
  },
}

const UNTRUSTED = 'device-not-trusted'

/** The reasons of the decision on an application opened with these device keys, over HTTP. */
async function reasonsAfter(
  target: Target,
  open: (client: Client) => Promise<unknown>,
): Promise<string[]> {
  const { product } = target
  const { customer } = await newSubmittedApplicant(product, undefined, (client) =>
    open(target.overHttp(client)),
  )
  await product.runTasks()
  const [row] = await product.services.database.query<{ reasons: string[] }>(
    'SELECT reasons FROM decisions WHERE customer_no = $1',
    [customer],
  )
  if (!row) throw new Error('the application has no decision yet')
  return row.reasons
}
