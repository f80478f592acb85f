import { readyToApply } from '@qingzhou/server/modules/loans/testing/borrower.ts'
import { isCallRefused, outcomeOf, type Attack } from './attack.ts'

/** A client that sends no device key must not be trusted more than one whose device is unknown. */
export const missingDeviceKey: Attack = {
  name: 'draw without a device key',
  async run(target) {
    const attempts = []
    for (const deviceKey of [undefined, '', 'made-up-by-a-script']) {
      const borrower = await target.borrower()
      // Asked for now, because what follows may be refused for each call.
      await borrower.client.publicKey()
      delete borrower.client.common['deviceKey']
      if (deviceKey !== undefined) borrower.client.common['deviceKey'] = deviceKey
      const what = `device key ${JSON.stringify(deviceKey)}: a draw without a face check`
      try {
        const request = await readyToApply(borrower)
        const { verification } = await borrower.client.api.loans.apply(request)
        attempts.push({ what, isRefused: verification.includes('face') })
      } catch (error) {
        if (!isCallRefused(error)) throw error
        attempts.push({ what, isRefused: true })
      }
    }
    return outcomeOf(attempts)
  },
}
