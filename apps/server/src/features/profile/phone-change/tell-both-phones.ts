import { lender } from '@qingzhou/domain/lender'
import { mask } from '@qingzhou/domain/people/masking'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import { enqueueSms } from '#platform/outbox/index.ts'
import type { Services } from '#platform/services.ts'
import type { PhoneChange } from './phone-change-store.ts'

/** The old phone hears of it too: whoever holds it may be the one who did not want it. */
export async function enqueuePhoneChangeSms(
  tx: Transaction,
  services: Services,
  { customer, change }: { readonly customer: CustomerNo; readonly change: PhoneChange },
): Promise<void> {
  const { changeNo, oldPhone, newPhone } = change
  const alarm = `如非本人操作，请立即联系客服 ${lender.servicePhone}。`
  await enqueueSms(tx, services, {
    customer,
    kind: 'phone-changed',
    messageNo: `${changeNo}-new`,
    text: `您的账户手机号已更换为本号码，请用本号码登录。${alarm}`,
  })
  await enqueueSms(tx, services, {
    customer,
    kind: 'phone-changed',
    messageNo: `${changeNo}-old`,
    text: `您的账户手机号已更换为 ${mask(newPhone)}，本号码不再用于登录。${alarm}`,
    phone: oldPhone,
  })
}
