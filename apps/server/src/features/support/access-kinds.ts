import { mask } from '@qingzhou/domain/people/masking'
import { customerField, proposalKind } from '#features/proposals/index.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { forgetPasswordTries } from '@qingzhou/platform/passwords/tries-store'
import { requirePhone } from './customer-phone.ts'

/** Removes the locks after wrong passwords. The password itself stays as it is. */
export const unlockPassword = proposalKind<{ customer: CustomerNo }>({
  kind: 'unlock-password',
  fields: { customer: customerField },
  touches: [],
  describe: async (services, { customer }) => {
    const phone = await requirePhone(services.database, services, customer)
    return [`${mask(phone)}：密码输错的次数和锁定清除，密码不变`]
  },
  perform: async (services, { customer }) => {
    const phone = await requirePhone(services.database, services, customer)
    await forgetPasswordTries(services.database, services.vault.index('phone', phone))
    return ''
  },
})
