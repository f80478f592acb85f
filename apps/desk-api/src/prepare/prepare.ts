import { isStep, type Step } from '@qingzhou/domain/credit/steps'
import { openTestAccount } from '@qingzhou/simulator/seed/test-people.ts'
import { textField, requiredText } from '#fields.ts'
import { personOf } from '#people.ts'
import { Refused } from '@qingzhou/server/platform/refused.ts'
import type { Services } from '@qingzhou/server/platform/services.ts'
import { callerFor, fingerprint, terminal, type Calls } from './applicant.ts'
import { giveCoupons } from './give-coupons.ts'
import type { Outside } from './outside.ts'
import { deeds } from './steps.ts'

type Deps = {
  readonly services: Services
  readonly calls: Calls
  readonly outside: Outside
}

/**
 * Walks a test person through the application for a limit, from wherever they are, and gives them
 * coupons; up to a step, where one is named. Nothing is skipped: it makes the very calls the app makes,
 * so it ends as their story says.
 */
export async function prepare(
  { services, calls, outside }: Deps,
  input: unknown,
): Promise<{ readonly step: Step }> {
  const person = personOf(requiredText(input, 'phone'))
  const customer = await openTestAccount(services, person)
  await giveCoupons(services, customer)

  const caller = callerFor(customer)
  const here = async () => (await calls.credit.currentStep({}, caller)).step
  const until = stepIn(input)
  let step = await here()
  if (step === until) return { step }
  if (deeds[step]) {
    await calls.onboarding.deviceKeys(fingerprint, caller)
    await calls.credit.open(terminal, caller)
  }
  for (let deed = deeds[step]; deed; deed = deeds[step]) {
    await deed({ person, caller, calls, outside })
    const next = await here()
    if (next === step || next === until) return { step: next }
    step = next
  }
  return { step }
}

function stepIn(input: unknown): Step | undefined {
  const wanted = textField(input, 'until')
  if (wanted === undefined) return undefined
  if (!isStep(wanted)) throw new Refused({ kind: 'field-invalid', message: '没有这一步' })
  return wanted
}
