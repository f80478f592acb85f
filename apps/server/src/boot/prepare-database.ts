import type { Config } from '#platform/config/config.ts'
import { migrate } from '#platform/database/migrate.ts'
import type { Services } from '#platform/services.ts'
import { addBankPartner, addLandingLink } from '#features/onboarding/index.ts'
import { ensureBodyKey } from '#http/bodies/body-keys.ts'
import { startBusinessDate } from '#lending/ledger/index.ts'
import type { Extension } from './extension.ts'
import { assertFitForProduction } from './production-check.ts'

/** Updates the schema and inserts missing start data; in production, refuses a database that is not fit for it. */
export async function prepareDatabase(
  config: Config,
  services: Services,
  extensions: readonly Extension[],
): Promise<void> {
  const { log } = services
  const prepare = async () => {
    await ensureBodyKey(services)
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
  { bankPartners }: Pick<Config, 'bankPartners'>,
): Promise<void> {
  await startBusinessDate(database)
  for (const link of landingLinks) await addLandingLink(database, link)
  for (const partner of bankPartners) await addBankPartner(database, partner)
}

/** The links given out so far, by channel. One has expired. */
const landingLinks: readonly {
  readonly channel: string
  readonly uriId: string
  readonly name: string
  readonly endsAt?: string
}[] = [
  { channel: '000000000003', uriId: 'wallet-home', name: '支付应用服务窗' },
  { channel: '000000000003', uriId: 'wallet-card', name: '支付应用卡包' },
  { channel: '000000000004', uriId: 'web-home', name: '官网首页' },
  { channel: '000000000004', uriId: 'sms-invite', name: '短信邀请' },
  { channel: '000000000004', uriId: 'messenger-menu', name: '公众号菜单' },
  { channel: '000000000004', uriId: 'repay-reminder', name: '还款提醒' },
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
