import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { MALL_ACCOUNT } from '#merchant.ts'
import { cardBehaviours } from '@qingzhou/provider-api/test-people'
import type { Announce } from '#callbacks/callbacks.ts'
import type { Faults } from '#faults.ts'
import type { Inbox } from '#inbox/inbox.ts'
import type { UnionPayNotice } from '#unionpay/standing.ts'
import { ProviderRefusal } from '#providers/provider-refusal.ts'
import type { Records } from '#records.ts'
import { openRecords } from '#records.ts'
import type { Accounts, Transfer, TransferAnswer, TransferOrder } from './accounts.ts'
import { assertSame, createAccounts, toTransferAnswer, transfer } from './accounts.ts'
import { binding, createBindings } from './bindings.ts'
import { boundCard, createCardBook } from './card-book.ts'
import { createDebitAgreements, debitAgreement } from './debit-agreements.ts'
import { settlesAt } from './settling.ts'

export type Bank = ReturnType<typeof openBank>

/** The bank, with its records in files of its own. */
export function openBank(parts: {
  readonly directory: string
  readonly inbox: Inbox
  readonly faults: Faults
  readonly announce: Announce
  readonly unionPayNotice: UnionPayNotice
  readonly now: () => number
}) {
  const { directory, faults, now } = parts
  const cards = createCardBook(openRecords(join(directory, 'bank-cards.jsonl'), boundCard))
  const bindingRecords = openRecords(join(directory, 'bank-bindings.jsonl'), binding)
  const transferRecords = openRecords(join(directory, 'bank-transfers.jsonl'), transfer)
  const agreementRecords = openRecords(join(directory, 'bank-debits.jsonl'), debitAgreement)
  const accounts = createAccounts({ transfers: transferRecords, cards, faults, now })
  const bindings = createBindings({ ...parts, records: bindingRecords, cards })
  const transfers = createTransfers({ ...parts, records: transferRecords, accounts })
  const debitAgreements = createDebitAgreements({ ...parts, records: agreementRecords, cards })

  return {
    cards,
    accounts,
    bindings,
    debitAgreements,
    transfers,
    clear() {
      for (const book of [cards, bindings, debitAgreements, transfers]) book.clear()
      accounts.forget()
    },
  }
}

const changedOrder = z.strictObject({ orderNo: z.string().max(64) })
const conductBody = z.object({ cardNumber: z.string().max(19), conduct: z.enum(cardBehaviours) })
const amountFen = z.string().regex(/^\d{1,15}$/)
const limitsBody = z.strictObject({
  cardNumber: z.string().max(19),
  singleFen: amountFen,
  dayFen: amountFen,
})
const transfersQuery = z.object({ orderNo: z.optional(z.string()) })

/** The bank's records, for the desk and for tests that count the real payments. */
export async function bankRoutes(
  app: FastifyInstance,
  { bank }: { readonly bank: Bank },
): Promise<void> {
  const { cards, accounts, transfers, debitAgreements } = bank
  app.addHook('onSend', async (_, reply) => void reply.header('cache-control', 'no-store'))

  app.get('/bank/transfers', async (request) => {
    const { orderNo } = transfersQuery.parse(request.query)
    const wanted = transfers.list().filter((one) => !orderNo || one.orderNo === orderNo)
    return {
      transfers: wanted.map(({ cardToken, ...rest }) => ({
        ...rest,
        cardNumber: cards.byToken(cardToken)?.cardNumber ?? '',
      })),
    }
  })

  app.post('/bank/change-of-mind', async (request) => {
    transfers.changeMind(changedOrder.parse(request.body))
    return {}
  })

  app.post('/bank/reversal', async (request, reply) => {
    transfers.reverse(changedOrder.parse(request.body))
    return reply.code(204).send()
  })

  app.post('/bank/conduct', async (request, reply) => {
    const { cardNumber, conduct } = conductBody.parse(request.body)
    accounts.behave(cardNumber, conduct)
    return reply.code(204).send()
  })

  app.post('/bank/limits', async (request, reply) => {
    const { cardNumber, singleFen, dayFen } = limitsBody.parse(request.body)
    accounts.limit(cardNumber, { singleFen: BigInt(singleFen), dayFen: BigInt(dayFen) })
    return reply.code(204).send()
  })

  app.get('/bank/cards', async () => ({
    cards: cards.all().map(({ id, cardNumber, name }) => ({
      cardToken: id,
      cardNumber,
      name,
      balanceFen: String(accounts.balanceOf(id)),
      debitAgreements: debitAgreements.signedFor(id),
    })),
  }))
}

type Parts = {
  readonly records: Records<Transfer>
  readonly accounts: Accounts
  readonly faults: Faults
  readonly announce: Announce
  readonly unionPayNotice: UnionPayNotice
  readonly now: () => number
}

type ReturnOrder = Pick<Transfer, 'amountFen'> & {
  readonly orderNo: string
  readonly originalNo: string
}

type GivenTransfer = TransferOrder & { readonly orderNo: string; readonly notifyUrl: string }

const NOT_ACCEPTED = { reason: '银行暂不受理该笔交易' }

/** Transfers to and from bound cards. Each order number is carried out once. */
function createTransfers(parts: Parts) {
  const { records, accounts, faults, now } = parts
  for (const transfer of records.all()) if (!transfer.isTold) announceResult(parts, transfer)

  function carryOut({ orderNo, notifyUrl, ...input }: GivenTransfer): Transfer {
    const fault = faults.of('bank', orderNo)
    const complaint = fault.decline ? NOT_ACCEPTED : accounts.complaintAbout(input)
    const conduct = accounts.conduct(input.cardToken)
    const settleAt = settlesAt(now(), { fault, conduct })
    const fresh = { id: orderNo, ...input, notifyUrl, settleAt, timesOrdered: 1, isTold: false }
    return complaint ? { ...fresh, result: 'declined', ...complaint } : { ...fresh, result: 'done' }
  }

  return {
    order(input: GivenTransfer): TransferAnswer {
      const earlier = records.get(input.orderNo)
      if (earlier) {
        assertSame(earlier, input)
        records.put({ ...earlier, timesOrdered: earlier.timesOrdered + 1 })
        return toTransferAnswer(earlier, now())
      }
      const transfer = carryOut(input)
      records.put(transfer)
      announceResult(parts, transfer)
      return toTransferAnswer(transfer, now())
    },

    /**
     * A refund of the mall, of a disbursement to it. The lender has not ordered it, so there is no callback.
     * Returns its time.
     */
    receive({ orderNo, ...input }: ReturnOrder): number | undefined {
      const earlier = records.get(orderNo)
      if (earlier) {
        // One of an older version does not name its disbursement.
        if (!earlier.originalNo) records.put({ ...earlier, originalNo: input.originalNo })
        return earlier.orderedAt
      }
      const orderedAt = now()
      const settleAt = settlesAt(orderedAt, { fault: faults.of('bank'), conduct: 'well' })
      const order = { kind: 'return', cardToken: MALL_ACCOUNT, ...input } as const
      const settled = { result: 'done', settleAt, isTold: true, orderedAt } as const
      records.put({ id: orderNo, ...order, ...settled, notifyUrl: '', timesOrdered: 1 })
      return orderedAt
    },

    get: (orderNo: string): Transfer | undefined => records.get(orderNo),
    all: (): readonly Transfer[] => records.all(),

    find: ({ orderNo }: { orderNo: string }) => toTransferAnswer(records.get(orderNo), now()),

    /** Turns a declined transfer into a completed one, to test reconciliation. */
    changeMind({ orderNo }: { orderNo: string }): void {
      const declined = records.get(orderNo)
      if (declined) records.put({ ...declined, result: 'done', isTold: false })
    },

    reverse: ({ orderNo }: { orderNo: string }) => reverse(parts, orderNo),

    /** The transfers with this bank date that one of the gateways lists. */
    ofDay: ({ bankDate }: { bankDate: string }, isListed: (transfer: Transfer) => boolean) => ({
      transfers: records
        .all()
        .filter(isListed)
        .flatMap((one) => linesOf(one, { bankDate, at: now() })),
    }),

    /** The bank's transfers, newest first. */
    list: () =>
      records
        .all()
        .map((transfer) => transferRow(transfer, now()))
        .toReversed(),

    clear: () => records.clear(),
  }
}

/** Takes back the money of a completed debit, and reports it. */
function reverse(parts: Parts, orderNo: string): void {
  const { records, now } = parts
  const made = records.get(orderNo)
  const isMade = made?.kind === 'debit' && toTransferAnswer(made, now()).state === 'done'
  if (!isMade || made.reversedAt !== undefined) throw new ProviderRefusal(409, 'not-reversible')
  const reversed = { ...made, reversedAt: now(), isTold: false }
  records.put(reversed)
  announceResult(parts, reversed)
}

/** What a day file says of a transfer: that it was made, and that it was taken back. */
function linesOf(transfer: Transfer, { bankDate, at }: { bankDate: string; at: number }) {
  const { id: orderNo, kind, amountFen, note } = transfer
  const standing = toTransferAnswer(transfer, at)
  const line = { orderNo, amountFen, bankDate, ...(note && { note }) }
  return [
    ...(standing.bankDate === bankDate ? [{ ...line, kind }] : []),
    ...(standing.reversalDate === bankDate ? [{ ...line, kind: 'reversal' as const }] : []),
  ]
}

function transferRow(transfer: Transfer, at: number) {
  const { id, kind, cardToken, timesOrdered } = transfer
  return { orderNo: id, kind, cardToken, timesOrdered, ...toTransferAnswer(transfer, at) }
}

function announceResult(parts: Parts, transfer: Transfer): void {
  const { records, announce, unionPayNotice, now } = parts
  const { id, notifyUrl, settleAt, amountFen } = transfer
  const notice = unionPayNotice(id)
  // The clearing house reports no failures: they have to be asked for.
  if (notice && transfer.result === 'declined') return
  announce({
    provider: 'bank',
    orderNo: id,
    kind: 'transfer',
    url: notifyUrl,
    settleAt,
    result: () => ({ orderNo: id, ...toTransferAnswer(records.get(id), now()) }),
    before: { orderNo: id, state: 'processing', amountFen },
    ...(notice && { encode: () => notice(toTransferAnswer(records.get(id), now())) }),
    onSent() {
      const told = records.get(id)
      if (told) records.put({ ...told, isTold: true })
    },
  })
}
