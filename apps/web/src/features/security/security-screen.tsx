import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Card, List, ListRow, Screen } from '@qingzhou/ui/layout'
import { Confirm, toast } from '@qingzhou/ui/overlays'
import { CardIcon, SpeechIcon } from '@qingzhou/ui/graphics'
import { SkeletonLines } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation/navigation.ts'
import { formatTime } from '#shared/pages/figures.ts'
import { HelpButton } from '#shared/pages/service/customer-service.tsx'
import { product } from '#shared/pages/service/product.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { security, SignOutButton } from '#shared/sign-in/sign-out.tsx'
import { ignoreRefusal } from '#platform/api/api-error.ts'
import { Sessions, type LinkedApp, linkedAppsQuery, sessionsQuery } from './sessions.tsx'

/** The linked apps, the sessions and the sign-out. */
export default function SecurityScreen() {
  return (
    <Screen
      title={routes.security.security.title}
      onBack={back}
      trailing={<HelpButton />}
      footer={<SignOutButton />}
    >
      <Sessions />
      <LinkedApps />
      <p className="small ink-3">
        发现不认识的设备或应用，请立即退出或解除关联，并致电 {product.servicePhone}。
      </p>
    </Screen>
  )
}

const glyphs: Record<LinkedApp['provider'], ReactNode> = {
  wallet: <CardIcon size={20} />,
  messenger: <SpeechIcon size={20} />,
}

/** The apps that sign in without a code; each can be unlinked. */
function LinkedApps() {
  const linked = useQuery(linkedAppsQuery())
  const [chosen, setChosen] = useState<LinkedApp>()

  return (
    <Card
      flush={linked.data !== undefined && linked.data.apps.length > 0}
      title="已关联的应用"
      note="在这些应用中授权后可直接登录，无需验证码"
    >
      <QueryState
        query={linked}
        skeleton={<SkeletonLines count={2} />}
        errorTitle="关联的应用查询失败"
      >
        {({ apps }) =>
          apps.length === 0 ? (
            <p className="small ink-2">
              暂无关联的应用。首次在{product.wallet}或{product.messenger}
              中授权登录时，用短信验证码确认后即可关联。
            </p>
          ) : (
            <List label="已关联的应用">
              {apps.map((app) => (
                <ListRow
                  key={app.provider}
                  glyph={glyphs[app.provider]}
                  label={product[app.provider]}
                  note={`${formatTime(app.linkedAt)} 关联`}
                  value={<span className="small ink-2">解除关联</span>}
                  onPress={() => setChosen(app)}
                  opensDialog
                />
              ))}
            </List>
          )
        }
      </QueryState>
      <UnlinkApp app={chosen} onClose={() => setChosen(undefined)} />
    </Card>
  )
}

function UnlinkApp({ app, onClose }: { app: LinkedApp | undefined; onClose: () => void }) {
  const queries = useQueryClient()
  const name = app ? product[app.provider] : ''

  async function unlink() {
    if (!app) return
    try {
      await security.unlinkApp({ provider: app.provider })
      toast(`已解除${name}的关联`)
    } catch (error) {
      ignoreRefusal(error)
    }
    await Promise.all([
      queries.invalidateQueries(linkedAppsQuery()),
      queries.invalidateQueries(sessionsQuery()),
    ])
  }

  return (
    <Confirm
      open={app !== undefined}
      onClose={onClose}
      title={`解除${name}的关联`}
      confirmLabel="确认解除关联"
      cancelLabel="暂不解除"
      onConfirm={unlink}
      refuses
    >
      <p className="ink-2">
        解除后，用{name}登录的其他设备会立即退出；下次用{name}登录须重新输入短信验证码确认。
      </p>
    </Confirm>
  )
}
