import { availableLimit } from '@qingzhou/domain/credit/limit'
import { displayYuan, type Money } from '@qingzhou/domain/money/money'
import { findBlocks, notify } from '#features/blocks/index.ts'
import {
  amountField,
  customerField,
  proposalKind,
  type Approval,
  type ProposalServices,
} from '#features/proposals/index.ts'
import {
  changeLimit,
  findLimit,
  setLimitFrozen,
  type Act,
  type LimitRecord,
} from '@qingzhou/lending/index'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import { smsOf, type Sms } from '@qingzhou/platform/sms/sms-templates'
import { stopDraws } from './stop-draws.ts'

type Amount = { readonly customer: CustomerNo; readonly amount: Money }
type Customer = { readonly customer: CustomerNo }

const fields = { customer: customerField, amount: amountField }

/** Raises a limit to an amount. */
export const raiseLimit = proposalKind<Amount>({
  kind: 'raise-limit',
  fields,
  touches: ['limit'],
  describe: describeAmount,
  perform: async (services, { customer, amount }, approval) => {
    const { granted } = await limitOf(services, customer)
    if (amount <= granted) throw new Refused({ kind: 'limit-not-raised', granted })
    await changeLimit(services, actBy(customer, approval), { granted: amount })
    await notifyCustomer(services, approval, {
      customer,
      sms: smsOf('limit-changed/raised', changeOf(granted, amount)),
    })
    return `granted=${amount}`
  },
})

/** Lowers a limit to an amount, never below what is in use. */
export const lowerLimit = proposalKind<Amount>({
  kind: 'lower-limit',
  isAlone: true,
  fields,
  touches: ['limit'],
  describe: describeAmount,
  perform: async (services, { customer, amount }, approval) => {
    const { granted } = await limitOf(services, customer)
    if (amount >= granted) throw new Refused({ kind: 'limit-not-lowered', granted })
    await changeLimit(services, actBy(customer, approval), { granted: amount })
    await notifyCustomer(services, approval, {
      customer,
      sms: smsOf('limit-changed/lowered', changeOf(granted, amount)),
    })
    return `granted=${amount}`
  },
})

/** Freezes a limit, and stops a draw whose money is not ordered yet. */
export const freezeLimit = proposalKind<Customer>({
  kind: 'freeze-limit',
  isAlone: true,
  fields: { customer: customerField },
  touches: ['limit', 'blocks'],
  describe: async (services, { customer }) => {
    const { state } = await limitOf(services, customer)
    return [`额度状态：${states[state]} → 已冻结，还款不受影响`]
  },
  perform: async (services, { customer }, approval) =>
    services.database.inTransaction(async (tx) => {
      const draws = await stopDraws(tx, services, customer, () =>
        setLimitFrozen(services, actBy(customer, approval), { to: 'frozen' }),
      )
      await notifyCustomer(services, approval, { customer, sms: smsOf('limit-changed/frozen', {}) })
      return `limit=frozen${draws.words}`
    }),
})

/** Opens a frozen limit again. While the customer is blocked, the block has to end first. */
export const reopenLimit = proposalKind<Customer>({
  kind: 'reopen-limit',
  fields: { customer: customerField },
  touches: ['limit', 'blocks'],
  describe: async (services, { customer }) => {
    const { state } = await limitOf(services, customer)
    return [`额度状态：${states[state]} → 可用`]
  },
  perform: async (services, { customer }, approval) => {
    const blocks = await findBlocks(services.database, customer)
    if (blocks.length > 0) throw new Refused({ kind: 'customer-blocked-already' })
    await setLimitFrozen(services, actBy(customer, approval), { to: 'open' })
    const available = availableLimit(await limitOf(services, customer))
    const sms = smsOf('limit-changed/reopened', { amount: displayYuan(available) })
    await notifyCustomer(services, approval, { customer, sms })
    return 'limit=open'
  },
})

const states: Record<LimitRecord['state'], string> = {
  open: '可用',
  frozen: '已冻结',
  cancelled: '已注销',
}

async function describeAmount(
  services: ProposalServices,
  { customer, amount }: Amount,
): Promise<string[]> {
  const { granted, used } = await limitOf(services, customer)
  return [
    `额度：${displayYuan(granted)} 元 → ${displayYuan(amount)} 元`,
    `已用：${displayYuan(used)} 元`,
  ]
}

async function limitOf(
  { database }: Pick<ProposalServices, 'database'>,
  customer: CustomerNo,
): Promise<LimitRecord> {
  const limit = await findLimit(database, customer)
  if (!limit) throw new Refused({ kind: 'limit-unknown' })
  return limit
}

const changeOf = (before: Money, after: Money) => ({
  before: displayYuan(before),
  after: displayYuan(after),
})

async function notifyCustomer(
  services: ProposalServices,
  { proposalNo: messageNo }: Approval,
  message: { readonly customer: CustomerNo; readonly sms: Sms },
): Promise<void> {
  await services.database.inTransaction((tx) => notify(tx, services, { ...message, messageNo }))
}

function actBy(customer: CustomerNo, { proposalNo, approvedBy }: Approval): Act {
  return { customer, requestNo: proposalNo, actor: approvedBy }
}
