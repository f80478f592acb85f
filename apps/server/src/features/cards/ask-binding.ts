import { minutesAfter } from '#platform/clock.ts'
import type { BindingAnswer } from '#providers/bank/port.ts'
import { faultIn } from '#providers/provider-fault.ts'
import type { Services } from '#platform/services.ts'
import { findBinding, type Binding, type BindingKey } from './binding-store.ts'
import { cardFigures } from './figures.ts'
import { settleBinding } from './settle-binding.ts'

const tooSlow: BindingAnswer = { state: 'declined', reason: '银行处理超时，请重新绑卡' }

/** Asks the bank what became of a binding that it had not decided yet. */
export async function askBinding(services: Services, key: BindingKey): Promise<void> {
  const binding = await findBinding(services.database, services, key)
  if (binding?.state !== 'processing') return
  await settleBinding(services, key, await answerOrPatience(services, binding))
}

async function answerOrPatience(services: Services, binding: Binding): Promise<BindingAnswer> {
  const answer = await ask(services, binding)
  if (answer.state !== 'processing') return answer
  const isTooLate = minutesAfter(binding.askedAt, cardFigures.patienceMinutes) < services.now()
  return isTooLate ? tooSlow : answer
}

async function ask({ providers, log }: Services, { bindingNo }: Binding): Promise<BindingAnswer> {
  try {
    return await providers.bank.binding(bindingNo)
  } catch (cause) {
    log.warn('bank.binding-not-asked', { reason: faultIn(cause) })
    return { state: 'processing' }
  }
}
