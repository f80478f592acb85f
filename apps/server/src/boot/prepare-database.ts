import { SANDBOX_HEADER } from '@qingzhou/provider-api/signature'
import { addBankPartner, addLandingLink, listOpenBankPartners } from '#features/onboarding/index.ts'
import { countOpenOrders } from '#features/mall/index.ts'
import { downloadPageNames, saveDownloadCampaign } from '#features/reference/index.ts'
import { ensureBodyKey } from '#http/bodies/body-keys.ts'
import type { PartnerTerms } from '@qingzhou/domain/funding/partner-rows'
import { fen } from '@qingzhou/domain/money/money'
import { productNos } from '@qingzhou/domain/product'
import { insertPartnerRows, readPartnerRows } from '@qingzhou/lending/index'
import { readBusinessDate, startBusinessDate } from '@qingzhou/lending/ledger/index'
import type { Config } from '@qingzhou/platform/config/config'
import { refuseStart } from '@qingzhou/platform/config/settings'
import { sandboxBankPartners } from '@qingzhou/platform/config/strict-settings'
import type { Queryable } from '@qingzhou/platform/database/database'
import { migrate } from '@qingzhou/platform/database/migrate'
import { isOwnerOfSchema } from '@qingzhou/platform/database/connections/owner-store'
import { checkVaultKeys, keysOfOthers } from '@qingzhou/platform/database/vault/key-check-store'
import type { Services } from '#services.ts'
import type { Extension } from './extension.ts'

/** Updates the schema and inserts missing start data; in production, refuses a database that is not fit for it. */
export async function prepareDatabase(
  config: Config,
  services: Services,
  extensions: readonly Extension[],
): Promise<void> {
  const { log } = services
  const prepare = async () => {
    refuseStart([
      ...(await checkVaultKeys(services.database, config.vaultKeys)),
      ...(await keysOfOthers(services.database, config.vaultKeys)),
    ])
    // A new key takes up to a second of a core: the rows are inserted meanwhile.
    await Promise.all([ensureBodyKey(services), insertRows()])
  }
  const insertRows = async () => {
    await insertStartData(services, config)
    for (const extension of extensions) await extension.seed(services)
  }
  const onWait = (sentence: string) => log.warn('database.start-waits', { reason: sentence })
  await migrate(config.databaseUrl, prepare, { onWait })
  await assertFitForProduction(services, config)
}

/** Runs at every start and adds only what is missing. */
export async function insertStartData(
  { database }: Pick<Services, 'database'>,
  { mode, bankPartners }: Pick<Config, 'mode' | 'bankPartners'>,
): Promise<void> {
  await startBusinessDate(database)
  for (const link of ownLinks) await addLandingLink(database, link)
  for (const partner of bankPartners) await addBankPartner(database, partner)
  if (mode !== 'sandbox') return
  for (const link of sandboxLinks) await addLandingLink(database, link)
  for (const download of sandboxDownloads) await saveDownloadCampaign(database, download)
  await addSandboxPartner(database)
}

/** A partner bank that funds loans above 20,000 together with the lender. A production has none to begin with. */
async function addSandboxPartner(database: Queryable): Promise<void> {
  if ((await readPartnerRows(database)).length > 0) return
  const day = await readBusinessDate(database)
  const rows = [{ partnerNo: 'far-bank', day, state: 'open', terms: sandboxPartner } as const]
  await insertPartnerRows(database, { rows, proposalNo: 'sandbox' })
}

export const sandboxPartner: PartnerTerms = {
  name: '远洲银行股份有限公司',
  licenceNo: 'B9999H999900001',
  tiers: productNos.map((product) => {
    return { product, amountMin: fen(20_000_01n), sharePpm: 600_000n }
  }),
  ownPpmMin: 300_000n,
  customerMax: fen(100_000_00n),
  totalMax: fen(1_000_000_000_00n),
  otherwise: 'own',
}

type Link = Parameters<typeof addLandingLink>[1]

/** The links that messages and menus of the product itself carry. */
const ownLinks: readonly Link[] = [
  { channel: '000000000004', uriId: 'web-home', name: '官网首页' },
  { channel: '000000000004', uriId: 'sms-invite', name: '短信邀请' },
  { channel: '000000000004', uriId: 'messenger-menu', name: '公众号菜单' },
  { channel: '000000000004', uriId: 'repay-reminder', name: '还款提醒' },
]

/** Sample partners and campaigns. In production `npm run campaigns` makes them. */
const sandboxLinks: readonly Link[] = [
  { channel: '000000000003', uriId: 'wallet-home', name: '支付应用服务窗' },
  { channel: '000000000003', uriId: 'wallet-card', name: '支付应用卡包' },
  { channel: '000000000004', uriId: 'union-pay', name: '银联合作入口' },
  { channel: '000000000004', uriId: 'bank-partner', name: '合作银行入口' },
  { channel: '000000000004', uriId: 'mall', name: '商城入口' },
  {
    channel: '000000000004',
    uriId: 'spring-2026',
    name: '2026 年春季活动',
    endsAt: '2026-05-31T16:00:00Z',
  },
]

/** The sandbox stands in for the app store and for the download server. */
const sandboxDownloads = downloadPageNames.map((page) => ({
  campaignNo: `sandbox-${page}`,
  page,
  title: undefined,
  summary: undefined,
  ios: `/sandbox/store/ios?campaign=${page}`,
  android: `/sandbox/store/qingzhou-${page}.apk`,
  startsAt: new Date(0),
  endsAt: undefined,
}))

type Deps = { readonly database: Queryable; readonly now: () => Date }

const GATEWAY_TIMEOUT_MS = 3_000

/** Checks what only database and gateway can tell. Throws one error that names everything. */
export async function assertFitForProduction(deps: Deps, config: Config): Promise<void> {
  if (config.mode !== 'production') return
  const found = await Promise.all([
    preliminaryDatabase(deps),
    ownerOfSchema(deps),
    sandboxPartners(deps),
    sandboxAsGateway(config.providers.url),
    ordersOfNoMall(deps, config),
  ])
  refuseStart(found.flat())
}

async function preliminaryDatabase({ database }: Pick<Deps, 'database'>): Promise<string[]> {
  const [row] = await database.query<{ version: string }>(
    `SELECT current_setting('server_version') AS version`,
  )
  return complaintsAboutVersion(row?.version ?? '')
}

/** The owner could change the audit log and remove its rules: a server must not be able to. */
async function ownerOfSchema({ database }: Pick<Deps, 'database'>): Promise<string[]> {
  if (!(await isOwnerOfSchema(database))) return []
  return [
    'DATABASE_URL has the login that owns the schema; servers need one of their own, with the role qingzhou_app (see docs/operating.md)',
  ]
}

/** Data files of a beta cannot be read by the release that follows it. */
export function complaintsAboutVersion(version: string): string[] {
  if (!/beta|rc|devel|alpha/.test(version)) return []
  return [`DATABASE_URL leads to PostgreSQL ${version}, which is not a release`]
}

/** Earlier versions of the program inserted them into every database. */
async function sandboxPartners({ database, now }: Deps): Promise<string[]> {
  const seeded = new Map(sandboxBankPartners.map(({ code, name }) => [code, name]))
  const open = await listOpenBankPartners({ database, now })
  const codes = open.filter(({ code, name }) => seeded.get(code) === name).map(({ code }) => code)
  if (codes.length === 0) return []
  return [
    `the database has partner codes of the sandbox (${codes.join(', ')}): ` +
      'end them with npm run campaigns -- bank-partners end',
  ]
}

/** Without a mall nothing asks for the goods that a customer pays for. */
async function ordersOfNoMall(
  { database }: Pick<Deps, 'database'>,
  { adapters }: Config,
): Promise<string[]> {
  if (adapters.mall !== 'none') return []
  const open = await countOpenOrders(database, await readBusinessDate(database))
  if (open === 0) return []
  return [
    `MALL=none, but orders of the mall are not finished (${open}): keep MALL=gateway until they are`,
  ]
}

/** An unreachable gateway does not prevent the start. The sandbox as gateway does. */
export async function sandboxAsGateway(url: string): Promise<string[]> {
  try {
    const signal = AbortSignal.timeout(GATEWAY_TIMEOUT_MS)
    const response = await fetch(url, { redirect: 'manual', signal })
    await response.body?.cancel()
    if (!response.headers.has(SANDBOX_HEADER)) return []
    return ['PROVIDERS_URL leads to the sandbox, which moves no money']
  } catch {
    return []
  }
}
