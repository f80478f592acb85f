import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { placeIn } from '#platform/database/sealed-columns.ts'
import type { SessionDevices } from '#features/onboarding/index.ts'
import type { Services } from '#platform/services.ts'

/** How the two vendors know the phone an application is made on. */
export type Devices = SessionDevices

type Of = { readonly customer: CustomerNo; readonly applyNo: string }

export async function saveTerminal(
  tx: Transaction,
  { vault }: Pick<Services, 'vault'>,
  saved: Of & { readonly terminal: object; readonly devices: Devices },
): Promise<void> {
  const place = placeIn('applications', saved.customer, saved.applyNo)
  const terminal = vault.seal(JSON.stringify(saved.terminal), place('terminal_sealed'))
  const devices = vault.seal(JSON.stringify(saved.devices), place('devices_sealed'))
  await tx.query(
    `UPDATE applications SET terminal_sealed = $3, devices_sealed = $4
      WHERE customer_no = $1 AND apply_no = $2`,
    [saved.customer, saved.applyNo, terminal, devices],
  )
}

export async function devicesOf(
  db: Queryable,
  { vault }: Pick<Services, 'vault'>,
  { customer, applyNo }: Of,
): Promise<Devices> {
  const [row] = await db.query<{ devices_sealed: Buffer | null }>(
    `SELECT devices_sealed FROM applications WHERE customer_no = $1 AND apply_no = $2`,
    [customer, applyNo],
  )
  if (!row?.devices_sealed) return {}
  const place = placeIn('applications', customer, applyNo)('devices_sealed')
  // Sealed by `saveTerminal` alone. Before sessions were looked at, it took keys as bare texts.
  const kept = JSON.parse(vault.open(row.devices_sealed, place)) as Devices | EarlierDevices
  return { first: answerIn(kept.first), second: answerIn(kept.second) }
}

type EarlierDevices = { readonly first?: string; readonly second?: string }

function answerIn(kept: Devices['first'] | EarlierDevices['first']): Devices['first'] {
  return typeof kept === 'string' ? { key: kept } : kept
}
