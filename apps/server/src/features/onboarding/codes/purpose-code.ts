import type { SignedInCaller } from '@qingzhou/platform/caller'
import { getPhone } from '#features/onboarding/customers/customer-store.ts'
import type { Services } from '#services.ts'
import { consumeCode, messageFor, requireCorrectCode } from './check-code.ts'
import { savePassedCheck } from './sms-code-store.ts'
import type { Purpose } from './purposes.ts'
import { requireSendable, sendCode, type CodeSent } from './send-code.ts'

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
