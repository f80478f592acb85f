import type { SignedInCaller } from '@qingzhou/platform/caller'
import type { Transaction } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import { getPhone } from '#features/onboarding/customers/customer-store.ts'
import type { Services } from '#services.ts'
import { consumeCode, messageFor, requireCorrectCode } from './check-code.ts'
import { savePassedCheck } from './sms-code-store.ts'
import type { Purpose } from './purposes.ts'
import { requireSendable, sendCode } from './send-code.ts'
import type { CodeSent } from './send-code.ts'

/** Sends a code for a purpose to the session's own phone. */
export async function sendPurposeCode(
  services: Pick<
    Services,
    'database' | 'vault' | 'limiter' | 'now' | 'providers' | 'log' | 'today'
  >,
  caller: SignedInCaller,
  { purpose }: { readonly purpose: Purpose },
): Promise<CodeSent> {
  const phone = await getPhone(services.database, services, caller.session.customer)
  const message = messageFor(caller, { phone, purpose, isVerified: true })
  await requireSendable(services, message)
  return sendCode(services, caller, message)
}

/** Checks a code for a purpose; the passed check is valid for a while in this session. */
export async function checkPurposeCode(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'now'>,
  caller: SignedInCaller,
  request: { readonly purpose: Purpose; readonly dynamicCode: string },
): Promise<Record<string, never>> {
  const { purpose } = request
  const phone = await getPhone(services.database, services, caller.session.customer)
  const input = { phone, purpose, code: request.dynamicCode }
  await requireCorrectCode(services, caller, input)
  await services.database.inTransaction(async (tx) => {
    await consumeCode(tx, services, caller, input)
    await savePassedCheck(tx, services, { session: caller.session, purpose })
  })
  return {}
}

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
