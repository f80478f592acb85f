import { ProviderFault } from '@qingzhou/platform/provider-fault'
import type { Mall } from './port.ts'

/** For a lender without a mall: its calls do not exist, and a start with open orders is refused. */
export const noMall: Mall = {
  account: fail,
  offers: fail,
  order: fail,
  orderState: fail,
  giveBack: fail,
}

async function fail(): Promise<never> {
  throw new ProviderFault('mall', 'there is none (MALL=none)')
}
