import { useState } from 'react'
import { Button } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { Chip } from '@qingzhou/ui/chip'
import type { StaffMember } from '#platform/staff-session.ts'
import { useSignOut } from './use-sign-out.ts'
import { roleNames } from './words.ts'
import './member-card.css'
import './wide-rows.css'

/** Who is signed in, as what, and the way out. */
export function MemberCard({ member }: { member: StaffMember }) {
  const signOut = useSignOut()
  return (
    <Card>
      <div className="row">
        <Avatar member={member} />
        <div className="stack stack-1 grow">
          <strong className="member-name">{member.name}</strong>
          <span className="chips">
            {member.roles.map((role) => (
              <Chip key={role} tone="fine">
                {roleNames[role]}
              </Chip>
            ))}
          </span>
        </div>
        <Button kind="text" onPress={signOut}>
          退出登录
        </Button>
      </div>
    </Card>
  )
}

/** Where there is no picture, or it does not come, the first letter of the name stands for it. */
function Avatar({ member: { avatar, name } }: { member: StaffMember }) {
  const [isBroken, setBroken] = useState(false)
  if (avatar !== '' && !isBroken) {
    return <img className="avatar" src={avatar} alt="" onError={() => setBroken(true)} />
  }
  return (
    <span className="avatar title" aria-hidden="true">
      {Array.from(name)[0] ?? ''}
    </span>
  )
}
