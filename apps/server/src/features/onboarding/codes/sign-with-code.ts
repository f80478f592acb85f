import { getPhone } from '#features/onboarding/customers/customer-store.ts'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import type { Transaction } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { consumeCode, requireCorrectCode } from './check-code.ts'

/**
 * Signs an agreement that changes what a customer owes, in one transaction with its SMS code: a
 * session alone, which a lost phone or a linked app may hold, signs nothing.
 *
 * A repeated request gets the first answer and needs no code, also when a concurrent one has used
 * the code.
 */
export async function signWithCode<Answer>(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'now'>,
  caller: SignedInCaller,
  signature: {
    readonly dynamicCode: string
    readonly findEarlier: () => Promise<Answer | undefined>
    readonly sign: (tx: Transaction) => Promise<Answer>
  },
): Promise<Answer> {
  const { database } = services
  const { dynamicCode, findEarlier, sign } = signature
  const earlier = await findEarlier()
  if (earlier !== undefined) return earlier

  const phone = await getPhone(database, services, caller.session.customer)
  const code = { phone, purpose: 'agreement', code: dynamicCode } as const
  try {
    await requireCorrectCode(services, caller, code)
    return await database.inTransaction(async (tx) => {
      await consumeCode(tx, services, caller, code)
      return sign(tx)
    })
  } catch (error) {
    const meanwhile = error instanceof Refused ? await findEarlier() : undefined
    if (meanwhile !== undefined) return meanwhile
    throw error
  }
}
