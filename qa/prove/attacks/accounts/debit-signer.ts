import { setTimeout as sleep } from 'node:timers/promises'

import {
  startInWallet,
  readWalletState,
} from '@qingzhou/server/features/cards/testing/wallet-signer.ts'
import { linkAccount } from '@qingzhou/server/features/onboarding/authorisation/linked-account-store.ts'
import { makeTasksDue } from '@qingzhou/platform/tasks/queue-store'
import { decideOn } from '@qingzhou/providers/alipay/testing/alipay-sandbox'
import { outcomeOf, type Attack, type Target } from '#prove/attacks/attack.ts'

const PATIENCE_MS = 30_000

/** The page on which a borrower agrees to debits is a link: no other person who opens it may sign. */
export const debitSigner: Attack = {
  name: 'debit agreement signed by another person',
  async run(target) {
    const [victim, careless] = [await target.borrower(), await target.borrower()]
    const decide = async (url: string, signer: 'holder' | 'other') =>
      decideOn(new URL(url), 'agree', new URL(target.product.services.publicOrigin).host, signer)

    const status = await decide(await startInWallet(victim), 'other')
    await settleAgreements(target)
    const state = await readWalletState(victim)

    // The account that signs is not the one that the customer has linked.
    const url = await startInWallet(careless)
    const link = { provider: 'wallet', openId: '2088000000000000' } as const
    const { services } = target.product
    await services.database.inTransaction((tx) =>
      linkAccount(tx, services, { ...link, customer: careless.customer }),
    )
    if ((await decide(url, 'holder')) !== 303) throw new Error('the holder could not sign')
    const deadline = Date.now() + PATIENCE_MS
    while ((await readWalletState(careless)) === 'signing' && Date.now() < deadline) {
      await settleAgreements(target)
      await sleep(100)
    }
    const linked = await readWalletState(careless)
    return outcomeOf([
      {
        what: `another person signed: ${status}, ${state}`,
        isRefused: status === 403 && state === 'signing',
      },
      { what: `an account that is not linked signed: ${linked}`, isRefused: linked === 'ended' },
    ])
  },
}

/** Asks the app for the state of its agreements. */
async function settleAgreements({ product }: Target): Promise<void> {
  await makeTasksDue(product.services.database, 'ask-wallet-agreement')
  await product.runTasks()
}
