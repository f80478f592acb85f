import { randomUUID } from 'node:crypto'
import type { Amendment } from '@qingzhou/contract/profile'
import { lender } from '@qingzhou/domain/lender'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import { enqueueSms } from '#platform/outbox/index.ts'
import type { Services } from '#platform/services.ts'

/** Whoever did not do it hears of it at once. */
export async function enqueueAmendmentSms(
  tx: Transaction,
  services: Services,
  { customer, what }: { readonly customer: CustomerNo; readonly what: Amendment },
): Promise<void> {
  const text = `您的${names[what]}已更新。如非本人操作，请立即联系客服 ${lender.servicePhone}。`
  const messageNo = `amended-${randomUUID()}`
  await enqueueSms(tx, services, { customer, kind: 'identity-amended', messageNo, text })
}

const names: Record<Amendment, string> = {
  name: '姓名',
  idCard: '身份证信息',
  issuer: '身份证签发机关',
}
