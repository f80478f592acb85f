import { Card } from '@qingzhou/ui/card'
import { PhoneIcon, ShieldIcon } from '@qingzhou/ui/icons'
import { List, ListRow } from '@qingzhou/ui/list-row'
import { useQuery } from '@tanstack/react-query'
import { routes } from '#app/routes.ts'
import { addressOf } from '#platform/navigation.ts'
import { ownPhoneQuery } from './queries.ts'

/** The ways to another phone and to sessions; where the number does not come, they are still there. */
export function AccountRows() {
  const phone = useQuery(ownPhoneQuery())
  return (
    <Card flush>
      <List label="账户">
        <ListRow
          glyph={<PhoneIcon size={20} />}
          label="更换手机号"
          note={phone.data ? `当前 ${phone.data.mobile}，停用也可换` : '原手机号停用也可换'}
          href={`#${addressOf(routes.profile.newPhone)}`}
        />
        <ListRow
          glyph={<ShieldIcon size={20} />}
          label={routes.security.security.title}
          note="查看关联的应用和登录设备，退出登录"
          href={`#${addressOf(routes.security.security)}`}
        />
      </List>
    </Card>
  )
}
