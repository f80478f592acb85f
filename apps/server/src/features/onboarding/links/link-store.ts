import type { Queryable } from '#platform/database/database.ts'

type Deps = { readonly database: Queryable; readonly now: () => Date }

export async function isLinkKnown(
  { database, now }: Deps,
  link: { readonly channel: string; readonly uriId: string },
): Promise<boolean> {
  const rows = await database.query<{ uri_id: string }>(
    `SELECT uri_id FROM landing_links
     WHERE channel = $1 AND uri_id = $2 AND (ends_at IS NULL OR ends_at > $3)`,
    [link.channel, link.uriId, now()],
  )
  return rows.length > 0
}

export async function isBankPartnerKnown({ database, now }: Deps, code: string): Promise<boolean> {
  const rows = await database.query<{ bank_partner_code: string }>(
    `SELECT bank_partner_code FROM bank_partners
     WHERE bank_partner_code = $1 AND (ends_at IS NULL OR ends_at > $2)`,
    [code, now()],
  )
  return rows.length > 0
}

export async function listOpenBankPartners({
  database,
  now,
}: Deps): Promise<{ code: string; name: string }[]> {
  return database.query(
    `SELECT bank_partner_code AS code, name FROM bank_partners
     WHERE ends_at IS NULL OR ends_at > $1 ORDER BY 1`,
    [now()],
  )
}

/**
 * Adds a link if it is missing; leaves an existing one, which an operator may have changed, as it
 * is.
 */
export async function addLandingLink(
  database: Queryable,
  link: {
    readonly channel: string
    readonly uriId: string
    readonly name: string
    readonly endsAt?: string
  },
): Promise<void> {
  await database.query(
    `INSERT INTO landing_links (channel, uri_id, name, ends_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (channel, uri_id) DO NOTHING`,
    [link.channel, link.uriId, link.name, link.endsAt],
  )
}

export async function addBankPartner(
  database: Queryable,
  partner: { readonly code: string; readonly name: string; readonly endsAt?: string },
): Promise<void> {
  await database.query(
    `INSERT INTO bank_partners (bank_partner_code, name, ends_at) VALUES ($1, $2, $3)
     ON CONFLICT (bank_partner_code) DO NOTHING`,
    [partner.code, partner.name, partner.endsAt],
  )
}
