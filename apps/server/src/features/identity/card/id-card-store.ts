import { localDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import { tidyName } from '@qingzhou/domain/people/person-name'
import type { Services } from '#services.ts'

/** The fields of an identity card. */
export type CardFields = {
  readonly name: string
  readonly idNumber: string
  readonly nation: string
  readonly address: string
  readonly issueAgency: string
  readonly issuedOn: LocalDate
  /** Undefined if the card never expires. */
  readonly expiresOn: LocalDate | undefined
}

/** A stored card with its two photos. */
export type CardRecord = CardFields & {
  readonly frontFileNo: string
  readonly backFileNo: string
  readonly savedAt: Date
}

type Deps = Pick<Services, 'vault'>

/** The expiry date of the card on file; undefined if there is no card. */
export async function findExpiry(
  db: Queryable,
  customer: CustomerNo,
): Promise<{ readonly expiresOn: LocalDate | undefined } | undefined> {
  const [row] = await db.query<{ expires_on: string | null }>(
    `SELECT expires_on FROM id_cards WHERE customer_no = $1`,
    [customer],
  )
  return row && { expiresOn: dayOf(row.expires_on) }
}

export async function findCard(
  db: Queryable,
  { vault }: Deps,
  customer: CustomerNo,
): Promise<CardRecord | undefined> {
  const [row] = await db.query<Row>(
    `SELECT name_sealed, number_sealed, nation_sealed, address_sealed, issue_agency_sealed,
            issued_on, expires_on, front_file_no, back_file_no, saved_at
       FROM id_cards
      WHERE customer_no = $1
        AND (name_sealed, number_sealed, nation_sealed, address_sealed, issue_agency_sealed,
             issued_on, front_file_no, back_file_no) IS NOT NULL`,
    [customer],
  )
  const place = placeIn('id_cards', customer)
  return (
    row && {
      name: vault.open(row.name_sealed, place('name_sealed')),
      idNumber: vault.open(row.number_sealed, place('number_sealed')),
      nation: vault.open(row.nation_sealed, place('nation_sealed')),
      address: vault.open(row.address_sealed, place('address_sealed')),
      issueAgency: vault.open(row.issue_agency_sealed, place('issue_agency_sealed')),
      issuedOn: localDate(row.issued_on),
      expiresOn: dayOf(row.expires_on),
      frontFileNo: row.front_file_no,
      backFileNo: row.back_file_no,
      savedAt: row.saved_at,
    }
  )
}

export async function replaceCard(
  db: Queryable,
  { vault }: Deps,
  { customer, phone, ...card }: CardRecord & NameKey,
): Promise<void> {
  const place = placeIn('id_cards', customer)
  await db.query(REPLACE_SQL, [
    customer,
    vault.seal(card.name, place('name_sealed')),
    vault.seal(card.idNumber, place('number_sealed')),
    vault.seal(card.nation, place('nation_sealed')),
    vault.seal(card.address, place('address_sealed')),
    vault.seal(card.issueAgency, place('issue_agency_sealed')),
    card.issuedOn,
    card.expiresOn ?? null,
    card.frontFileNo,
    card.backFileNo,
    card.savedAt,
    ...nameIndexes(vault, { ...card, phone }),
  ])
}

type NameKey = { readonly customer: CustomerNo; readonly phone: string }

/** The blind index of a name with the last four characters of a phone or an ID number. */
export function nameIndex(
  vault: Pick<Vault, 'index'>,
  { name, number }: { readonly name: string; readonly number: string },
): Buffer {
  return vault.index('nameAndLastFour', `${tidyName(name)} ${number.slice(-4).toUpperCase()}`)
}

function nameIndexes(
  vault: Pick<Vault, 'index'>,
  { name, phone, idNumber }: Pick<CardFields, 'name' | 'idNumber'> & Pick<NameKey, 'phone'>,
): [phone: Buffer, idNumber: Buffer] {
  return [nameIndex(vault, { name, number: phone }), nameIndex(vault, { name, number: idNumber })]
}

/** Makes a customer known by name and this phone. A customer without a card has no name. */
export async function indexName(
  tx: Transaction,
  deps: Deps,
  { customer, phone }: NameKey,
): Promise<void> {
  const card = await findCard(tx, deps, customer)
  if (!card) return
  await tx.query(
    `UPDATE id_cards SET name_phone_index = $2, name_number_index = $3 WHERE customer_no = $1`,
    [customer, ...nameIndexes(deps.vault, { ...card, phone })],
  )
}

/**
 * Adds the indexes to rows of releases that had none, in one slice. Returns whether rows are left. A
 * row that a use case has indexed since it was read is left alone.
 */
export async function indexOldNames(
  { database, vault }: Pick<Services, 'database' | 'vault'>,
  count: number,
): Promise<boolean> {
  const rows = await database.query<{
    customer_no: string
    name_sealed: Buffer
    number_sealed: Buffer
    phone_sealed: Buffer
  }>(
    `SELECT customer_no, name_sealed, number_sealed, phone_sealed
       FROM id_cards JOIN customers USING (customer_no)
      WHERE name_phone_index IS NULL AND name_sealed IS NOT NULL AND number_sealed IS NOT NULL
      ORDER BY customer_no LIMIT $1`,
    [count],
  )
  for (const { customer_no: customer, ...row } of rows) {
    const place = placeIn('id_cards', customer)
    await database.query(
      `UPDATE id_cards SET name_phone_index = $2, name_number_index = $3
        WHERE customer_no = $1 AND name_phone_index IS NULL`,
      [
        customer,
        ...nameIndexes(vault, {
          name: vault.open(row.name_sealed, place('name_sealed')),
          idNumber: vault.open(row.number_sealed, place('number_sealed')),
          phone: vault.open(row.phone_sealed, placeIn('customers', customer)('phone_sealed')),
        }),
      ],
    )
  }
  return rows.length === count
}

const REPLACE_SQL = `
  INSERT INTO id_cards (customer_no, name_sealed, number_sealed, nation_sealed, address_sealed,
    issue_agency_sealed, issued_on, expires_on, front_file_no, back_file_no, saved_at,
    name_phone_index, name_number_index)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
  ON CONFLICT (customer_no) DO UPDATE SET
    name_sealed = excluded.name_sealed, number_sealed = excluded.number_sealed,
    nation_sealed = excluded.nation_sealed, address_sealed = excluded.address_sealed,
    issue_agency_sealed = excluded.issue_agency_sealed, issued_on = excluded.issued_on,
    expires_on = excluded.expires_on, front_file_no = excluded.front_file_no,
    back_file_no = excluded.back_file_no, saved_at = excluded.saved_at,
    name_phone_index = excluded.name_phone_index, name_number_index = excluded.name_number_index`

type Row = {
  name_sealed: Buffer
  number_sealed: Buffer
  nation_sealed: Buffer
  address_sealed: Buffer
  issue_agency_sealed: Buffer
  issued_on: string
  expires_on: string | null
  front_file_no: string
  back_file_no: string
  saved_at: Date
}

function dayOf(column: string | null): LocalDate | undefined {
  return column === null ? undefined : localDate(column)
}
