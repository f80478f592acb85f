import { providerCalls, providerNotices } from '@qingzhou/provider-api/calls'
import type { Ask } from '#providers/signed-http.ts'
import type { Bureau } from './port.ts'
import { answerOf } from './transform.ts'

export function createBureau(
  ask: Ask,
  { ownOrigin }: { readonly ownOrigin: () => string },
): Bureau {
  return {
    async order(order) {
      const call = providerCalls.bureau.order
      const notifyUrl = `${ownOrigin()}${providerNotices.bureau.path}`
      return answerOf(await ask(call, { ...order, notifyUrl }), call.path)
    },
    async report(requestNo) {
      const call = providerCalls.bureau.report
      return answerOf(await ask(call, { requestNo }), call.path)
    },
  }
}
