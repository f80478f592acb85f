import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import { secondsUntil } from '@qingzhou/platform/database/rate-limit-store'
import type { Services } from '#services.ts'
import { cardFigures } from './debit-agreement.ts'

type Deps = Pick<Services, 'vault' | 'now'>
export type BindingKey = { readonly customer: CustomerNo; readonly bindingNo: string }
export type BindingState = 'starting' | 'codeSent' | 'processing' | 'bound' | 'declined'

/** A card binding. */
export type Binding = BindingKey & {
  readonly state: BindingState
  readonly cardIndex: Buffer
  readonly holderIndex: Buffer
  readonly phone: string
  /** Deleted once the bank has decided. */
  readonly cardNumber: string | undefined
  readonly bankCode: string
  readonly reason: string | undefined
  readonly cardId: string | undefined
  readonly askedAt: Date
}

export type NewBinding = BindingKey & {
  readonly cardNumber: string
  readonly phone: string
  readonly holderIndex: Buffer
  readonly bankCode: string
}

/**
 * Begins a binding and ends an earlier unfinished one of the same card. If that one is too recent,
 * returns the seconds to wait before another code.
 */
export async function beginBinding(
  tx: Transaction,
  { vault, now }: Deps,
  binding: NewBinding,
): Promise<{ readonly waitSeconds: number } | undefined> {
  const cardIndex = vault.index('card', binding.cardNumber)
  await tx.query(
    `UPDATE card_bindings SET state = 'declined', reason = NULL, number_sealed = NULL
      WHERE customer_no = $1 AND card_index = $2 AND state IN ('starting', 'codeSent')
        AND requested_at <= $3::timestamptz - make_interval(secs => $4)`,
    [binding.customer, cardIndex, now(), cardFigures.code.waitSeconds],
  )
  const place = placeIn('card_bindings', binding.customer, binding.bindingNo)
  const rows = await tx.query<{ binding_no: string }>(
    `INSERT INTO card_bindings (customer_no, binding_no, state, card_index, number_sealed,
                                phone_sealed, holder_index, bank_code, requested_at)
     VALUES ($1, $2, 'starting', $3, $4, $5, $6, $7, $8)
     ON CONFLICT DO NOTHING RETURNING binding_no`,
    [
      binding.customer,
      binding.bindingNo,
      cardIndex,
      vault.seal(binding.cardNumber, place('number_sealed')),
      vault.seal(binding.phone, place('phone_sealed')),
      binding.holderIndex,
      binding.bankCode,
      now(),
    ],
  )
  return rows.length > 0
    ? undefined
    : { waitSeconds: await waitFor(tx, { now }, { customer: binding.customer, cardIndex }) }
}

async function waitFor(
  tx: Transaction,
  { now }: Pick<Deps, 'now'>,
  { customer, cardIndex }: { readonly customer: CustomerNo; readonly cardIndex: Buffer },
): Promise<number> {
  const { waitSeconds } = cardFigures.code
  const [row] = await tx.query<{ requested_at: Date }>(
    `SELECT requested_at FROM card_bindings
      WHERE customer_no = $1 AND card_index = $2 AND state IN ('starting', 'codeSent')`,
    [customer, cardIndex],
  )
  if (!row) return waitSeconds
  return secondsUntil(new Date(row.requested_at.getTime() + waitSeconds * 1_000), now())
}

type Row = {
  state: BindingState
  card_index: Buffer
  number_sealed: Buffer | null
  phone_sealed: Buffer
  holder_index: Buffer
  bank_code: string
  reason: string | null
  card_id: string | null
  requested_at: Date
}

const FIND = `
  SELECT state, card_index, number_sealed, phone_sealed, holder_index, bank_code, reason, card_id,
         requested_at
    FROM card_bindings WHERE customer_no = $1 AND binding_no = $2`

export async function findBinding(
  db: Queryable,
  deps: Pick<Deps, 'vault'>,
  key: BindingKey,
): Promise<Binding | undefined> {
  const [row] = await db.query<Row>(FIND, [key.customer, key.bindingNo])
  return row && bindingOf(row, key, deps)
}

/** Row lock: a concurrent settlement waits here and then finds the binding settled. */
export async function lockBinding(
  tx: Transaction,
  deps: Pick<Deps, 'vault'>,
  key: BindingKey,
): Promise<Binding | undefined> {
  const [row] = await tx.query<Row>(`${FIND} FOR UPDATE`, [key.customer, key.bindingNo])
  return row && bindingOf(row, key, deps)
}

function bindingOf(row: Row, key: BindingKey, { vault }: Pick<Deps, 'vault'>): Binding {
  const place = placeIn('card_bindings', key.customer, key.bindingNo)
  const number = row.number_sealed
  return {
    ...key,
    state: row.state,
    cardIndex: row.card_index,
    holderIndex: row.holder_index,
    phone: vault.open(row.phone_sealed, place('phone_sealed')),
    cardNumber: number === null ? undefined : vault.open(number, place('number_sealed')),
    bankCode: row.bank_code,
    reason: row.reason ?? undefined,
    cardId: row.card_id ?? undefined,
    askedAt: row.requested_at,
  }
}

/** Uses up a try in one statement, so that concurrent guesses cannot exceed the limit. */
export async function countAttempt(
  db: Queryable,
  { now }: Pick<Deps, 'now'>,
  { customer, bindingNo }: BindingKey,
): Promise<{ readonly triesLeft: number } | undefined> {
  const { tries, validMinutes } = cardFigures.code
  const [row] = await db.query<{ attempts: number }>(
    `UPDATE card_bindings SET attempts = attempts + 1
      WHERE customer_no = $1 AND binding_no = $2 AND state = 'codeSent' AND attempts < $3
        AND requested_at > $4::timestamptz - make_interval(mins => $5)
     RETURNING attempts`,
    [customer, bindingNo, tries, now(), validMinutes],
  )
  return row && { triesLeft: tries - row.attempts }
}

export async function saveBindingState(
  tx: Transaction,
  { customer, bindingNo }: BindingKey,
  state: Exclude<BindingState, 'bound' | 'declined'>,
): Promise<void> {
  await tx.query(`UPDATE card_bindings SET state = $3 WHERE customer_no = $1 AND binding_no = $2`, [
    customer,
    bindingNo,
    state,
  ])
}

/** Ends a binding and deletes the card number. */
export async function endBinding(
  tx: Transaction,
  { customer, bindingNo }: BindingKey,
  end: { readonly cardId: string } | { readonly reason: string },
): Promise<void> {
  const [state, detail] = 'cardId' in end ? ['bound', end.cardId] : ['declined', end.reason]
  await tx.query(
    `UPDATE card_bindings SET state = $3, number_sealed = NULL,
            card_id = CASE WHEN $3 = 'bound' THEN $4 END,
            reason = CASE WHEN $3 = 'declined' THEN $4 END
      WHERE customer_no = $1 AND binding_no = $2`,
    [customer, bindingNo, state, detail],
  )
}
