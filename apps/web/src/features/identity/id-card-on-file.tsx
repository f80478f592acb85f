import type { identityShapes } from '@qingzhou/contract/identity'
import type { Output } from '@qingzhou/contract/shape'
import { Button } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { Chip } from '@qingzhou/ui/chip'
import { Confirm } from '@qingzhou/ui/confirm'
import { Pairs } from '@qingzhou/ui/pairs'
import { Screen } from '@qingzhou/ui/screen'
import { useState } from 'react'
import { routes } from '#app/routes.ts'
import { HelpButton } from '#shared/help-button.tsx'
import { back } from '#platform/navigation.ts'
import { enterApp } from '#platform/session.ts'
import { ApplicationProgress } from '#shared/application-progress.tsx'
import { unlessTold } from '#shared/told.ts'

export type SavedCard = NonNullable<Output<typeof identityShapes.person>['saved']>

/** The card that was confirmed already. */
export function IdCardOnFile({ card, onAnew }: { card: SavedCard; onAnew: () => void }) {
  const [isAsking, setAsking] = useState(false)

  return (
    <Screen
      title={routes.identity.idCard.title}
      onBack={back}
      trailing={<HelpButton />}
      top={<ApplicationProgress at="identity" />}
      footer={<Button onPress={async () => enterApp().catch(unlessTold)}>继续申请</Button>}
    >
      <Card title="身份信息" trailing={<Chip tone="fine">已认证</Chip>}>
        <Pairs
          pairs={[
            { label: '姓名', value: card.name },
            { label: '证件号码', value: card.no },
            { label: '签发机关', value: card.issueAgency },
            { label: '有效期', value: `${card.issueDate} 至 ${card.expireDate}` },
          ]}
        />
      </Card>
      <div className="row row-centre">
        <Button kind="text" onPress={() => setAsking(true)}>
          信息有误，重新拍摄
        </Button>
      </div>
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title="重新认证身份"
        confirmLabel="重新拍摄身份证"
        onConfirm={onAnew}
      >
        <p>保存新的身份信息后，需要再做一次人脸核验，后面填过的内容会保留。</p>
      </Confirm>
    </Screen>
  )
}
