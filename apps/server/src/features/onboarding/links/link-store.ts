import type { Queryable } from '@qingzhou/platform/database/database'

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

/** A landing link or a bank partner, as listed. */
type ListedPartner = { readonly name: string; readonly endsAt: Date | null }

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

/** A link that the lender gives out: its channel, its number in the link, and until when it works. */
export type LandingLink = {
  readonly channel: string
  readonly uriId: string
  readonly name: string
  readonly endsAt?: string | undefined
}

/**
 * Adds a link if it is missing; leaves an existing one, which an operator may have changed, as it
 * is. Returns false for an existing one.
 */
export async function addLandingLink(database: Queryable, link: LandingLink): Promise<boolean> {
  const rows = await database.query<{ uri_id: string }>(
    `INSERT INTO landing_links (channel, uri_id, name, ends_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (channel, uri_id) DO NOTHING RETURNING uri_id`,
    [link.channel, link.uriId, link.name, link.endsAt],
  )
  return rows.length > 0
}

export async function listLandingLinks(
  database: Queryable,
): Promise<(ListedPartner & { readonly channel: string; readonly uriId: string })[]> {
  return database.query(
    `SELECT channel, uri_id AS "uriId", name, ends_at AS "endsAt" FROM landing_links ORDER BY 1, 2`,
  )
}

/** Ends a link now. Returns false for an unknown one or one that has ended. */
export async function endLandingLink(
  { database, now }: Deps,
  link: Pick<LandingLink, 'channel' | 'uriId'>,
): Promise<boolean> {
  const rows = await database.query<{ uri_id: string }>(
    `UPDATE landing_links SET ends_at = $3
      WHERE channel = $1 AND uri_id = $2 AND (ends_at IS NULL OR ends_at > $3) RETURNING uri_id`,
    [link.channel, link.uriId, now()],
  )
  return rows.length > 0
}

export type NewBankPartner = {
  readonly code: string
  readonly name: string
  readonly endsAt?: string | undefined
}

/** Adds a bank partner; returns false for an existing one, which stays as it is. */
export async function addBankPartner(
  database: Queryable,
  partner: NewBankPartner,
): Promise<boolean> {
  const rows = await database.query<{ bank_partner_code: string }>(
    `INSERT INTO bank_partners (bank_partner_code, name, ends_at) VALUES ($1, $2, $3)
     ON CONFLICT (bank_partner_code) DO NOTHING RETURNING bank_partner_code`,
    [partner.code, partner.name, partner.endsAt],
  )
  return rows.length > 0
}

export async function listBankPartners(
  database: Queryable,
): Promise<(ListedPartner & { readonly code: string })[]> {
  return database.query(
    `SELECT bank_partner_code AS code, name, ends_at AS "endsAt" FROM bank_partners ORDER BY 1`,
  )
}

/** Ends a partnership now. Returns false for an unknown one or one that has ended. */
export async function endBankPartner({ database, now }: Deps, code: string): Promise<boolean> {
  const rows = await database.query<{ bank_partner_code: string }>(
    `UPDATE bank_partners SET ends_at = $2
      WHERE bank_partner_code = $1 AND (ends_at IS NULL OR ends_at > $2) RETURNING bank_partner_code`,
    [code, now()],
  )
  return rows.length > 0
}
