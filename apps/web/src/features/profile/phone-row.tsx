import { Card } from '@qingzhou/ui/card'
import { PhoneIcon } from '@qingzhou/ui/icons'
import { List, ListRow } from '@qingzhou/ui/list-row'
import { useQuery } from '@tanstack/react-query'
import { routes } from '#app/routes.ts'
import { addressOf } from '#platform/navigation.ts'
import { ownPhoneQuery } from './queries.ts'

/** The way to another phone; where the number does not come, the way is still there. */
export function PhoneRow() {
  const phone = useQuery(ownPhoneQuery())
  return (
    <Card flush>
      <List label="手机号">
        <ListRow
          glyph={<PhoneIcon size={20} />}
          label="更换手机号"
          note={phone.data ? `当前 ${phone.data.mobile}，停用也可换` : '原手机号停用也可换'}
          href={`#${addressOf(routes.profile.newPhone)}`}
        />
      </List>
    </Card>
  )
}
