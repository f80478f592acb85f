import { mask } from '@qingzhou/domain/people/masking'
import { lockApplication } from '#features/applications/index.ts'
import {
  blockReasons,
  blockRules,
  findBlocks,
  insertBlock,
  liftBlock,
  markReturned,
  notify,
  setFrozenIfPossible,
  type BlockReason,
  type BlockRecord,
} from '#features/blocks/index.ts'
import { endAgreements, endWalletAgreements } from '#features/cards/index.ts'
import { moveInvitation } from '#features/credit/index.ts'
import { findPerson } from '#features/identity/index.ts'
import { clearPassword, lockPhone, revokeAccess } from '#features/onboarding/index.ts'
import { changePhone } from '#features/profile/index.ts'
import {
  choiceField,
  customerField,
  phoneField,
  proposalKind,
  type Approval,
  type ProposalServices,
} from '#features/proposals/index.ts'
import { lockCustomerBooks } from '@qingzhou/lending/index'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { newNo, type CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import { requirePhone } from './customer-phone.ts'
import { stopDraws } from './stop-draws.ts'

type Block = { readonly customer: CustomerNo; readonly reason: BlockReason }

const fields = { customer: customerField, reason: choiceField(blockReasons) }

/** Blocks a customer: borrowing stops at once, paying goes on. */
export const blockCustomer = proposalKind<Block>({
  kind: 'block-customer',
  isAlone: true,
  fields,
  touches: [],
  describe: async ({ database }, { customer, reason }) => {
    const blocks = await findBlocks(database, customer)
    const now = blocks.map((block) => names[block.reason]).join('、')
    return [`管控：${now || '无'} → 增加 ${names[reason]}`, ...effects[reason]]
  },
  perform: async (services, { customer, reason }, approval) =>
    services.database.inTransaction(async (tx) => {
      // In the order of a sign-in and a draw: phone, application, draw, books.
      await lockPhone(tx, services, await requirePhone(tx, services, customer))
      await lockApplication(tx, services, customer)
      const blockNo = newNo()
      const act = { customer, requestNo: `block-${blockNo}`, actor: approval.approvedBy }
      const draws = await stopDraws(tx, services, customer, () =>
        setFrozenIfPossible(tx, services, act, 'frozen'),
      )
      const isNew = await insertBlock(tx, services, {
        customer,
        blockNo,
        reason,
        note: approval.reason,
        blockedBy: approval.approvedBy,
        blockedAt: services.now(),
        frozeLimit: draws.frozen,
      })
      if (!isNew) throw new Refused({ kind: 'customer-blocked-already' })
      if (reason === 'stolen-phone') await closeAccess(tx, services, customer)
      const template =
        blockRules[reason].pause === 'care' ? 'account-paused/care' : 'account-paused'
      const sms = smsOf(template, {})
      await notify(tx, services, { customer, messageNo: `block-${blockNo}`, sms })
      return `reason=${reason}${draws.words}`
    }),
})

/** The holder of the stolen phone may have set the password, linked an app or agreed to debits. */
async function closeAccess(
  tx: Transaction,
  services: ProposalServices,
  customer: CustomerNo,
): Promise<void> {
  await endAgreements(tx, services, { customer })
  await endWalletAgreements(tx, services, { customer, isTold: false })
  await clearPassword(tx, customer)
  await revokeAccess(tx, customer)
}

/** Ends a block; the limit that it froze opens again. A stolen phone ends by `return-access`. */
export const endBlock = proposalKind<Block>({
  kind: 'end-block',
  fields,
  touches: ['blocks'],
  describe: async ({ database }, { customer, reason }) => {
    const { frozeLimit } = await openBlock(database, { customer, reason })
    return [
      `管控：${names[reason]} → 解除`,
      ...(frozeLimit ? ['额度：已冻结 → 可用，除非另有管控'] : []),
    ]
  },
  perform: async (services, block, { approvedBy }) =>
    services.database.inTransaction(async (tx) => {
      const { customer, reason } = block
      if (reason === 'stolen-phone') throw new Refused({ kind: 'verification-needed' })
      await lockCustomerBooks(tx, customer)
      const found = await openBlock(tx, block)
      await liftBlock(tx, services, { customer, block: found, endedBy: approvedBy })
      return `reason=${reason}`
    }),
})

async function openBlock(db: Queryable, { customer, reason }: Block): Promise<BlockRecord> {
  const found = (await findBlocks(db, customer)).find((block) => block.reason === reason)
  if (!found) throw new Refused({ kind: 'customer-not-blocked' })
  return found
}

type Return = { readonly customer: CustomerNo; readonly phone: string }

/**
 * Returns the access after a stolen phone: sign-in at a new phone, or at a new SIM card of the same
 * number. There the customer has to pass a face check before anything else is possible.
 */
export const returnAccess = proposalKind<Return>({
  kind: 'return-access',
  fields: { customer: customerField, phone: phoneField },
  touches: ['blocks', 'person'],
  describe: async (services, { customer, phone }) => {
    await openBlock(services.database, { customer, reason: 'stolen-phone' })
    const old = await requirePhone(services.database, services, customer)
    const hasCard = (await findPerson(services.database, services, customer)) !== undefined
    return [
      old === phone
        ? `手机号：${mask(old)}（补办，号码不变）`
        : `手机号：${mask(old)} → ${mask(phone)}`,
      hasCard ? '登录后须先通过人脸核验，账户才恢复' : '没有身份证件记录，登录后账户即恢复',
    ]
  },
  perform: async (services, moved, approval) =>
    services.database.inTransaction((tx) => giveBack(tx, services, { ...moved, approval })),
})

async function giveBack(
  tx: Transaction,
  services: ProposalServices,
  { customer, phone, approval }: Return & { readonly approval: Approval },
): Promise<string> {
  const old = await requirePhone(tx, services, customer)
  await lockPhone(tx, services, old)
  await lockApplication(tx, services, customer)
  const block = await openBlock(tx, { customer, reason: 'stolen-phone' })
  if (old !== phone) {
    const moved = { from: old, to: phone }
    await changePhone(tx, services, { customer, ...moved })
    await moveInvitation(tx, services, moved)
  }
  const messageNo = `${approval.proposalNo}-phone`
  if (await findPerson(tx, services, customer)) {
    await markReturned(tx, { customer, blockNo: block.blockNo }, services.now())
    await notify(tx, services, { customer, messageNo, sms: smsOf('access-returned', {}) })
    return `phone=${old === phone ? 'same' : 'new'} face=needed`
  }
  await lockCustomerBooks(tx, customer)
  await liftBlock(tx, services, { customer, block, endedBy: approval.approvedBy })
  if (old !== phone) {
    await notify(tx, services, { customer, messageNo, sms: smsOf('phone-changed/new', {}) })
  }
  return `phone=${old === phone ? 'same' : 'new'} face=none`
}

export const names: Record<BlockReason, string> = {
  'stolen-phone': '手机丢失或被盗',
  fraud: '涉嫌欺诈',
  court: '司法要求',
  death: '客户身故',
  bankruptcy: '客户破产',
}

const borrowing = '借款：停止，额度冻结，未放款的借款取消；还款照常'
const quiet = ['自动扣款：停止', '还款提醒：停止']

const effects: Record<BlockReason, string[]> = {
  'stolen-phone': [
    borrowing,
    '登录：停止；已登录的设备、关联应用、登录链接、扣款协议和登录密码全部失效',
    '还款提醒：停止，避免发到被盗的手机',
  ],
  fraud: [borrowing],
  court: [borrowing],
  death: [borrowing, ...quiet],
  bankruptcy: [borrowing, ...quiet],
}
