import { useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { calls } from '@qingzhou/contract/calls'
import type { ListedName } from '@qingzhou/contract/staff'
import { Button, ButtonLink } from '@qingzhou/ui/button'
import { Empty } from '@qingzhou/ui/empty'
import { PlusIcon } from '@qingzhou/ui/icons'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { Paged } from '#shared/paged.tsx'
import { ImportCard } from './import-card.tsx'
import { NameRows } from './name-rows.tsx'
import { NameSearch } from './name-search.tsx'
import { namesQuery } from './queries.ts'
import { RemoveName } from './remove-name.tsx'
import { StaffOnly, toHome } from './staff-only.tsx'
import { to } from './to.ts'

/** Who is on the name list: to look for, to add to, and to take from. */
export default function NameListScreen() {
  return (
    <StaffOnly route={routes.staff.nameList} call={calls.staff.names}>
      {() => <NameList />}
    </StaffOnly>
  )
}

function NameList() {
  const [search, setSearch] = useState('')
  const [leaving, setLeaving] = useState<ListedName>()
  const names = useInfiniteQuery(namesQuery(search))
  const total = names.data?.pages[0]?.total

  return (
    <Screen
      title={routes.staff.nameList.title}
      onBack={toHome}
      footer={
        <ButtonLink href={to.addName} icon={<PlusIcon size={20} />}>
          新增名单
        </ButtonLink>
      }
    >
      <ImportCard onDone={names.refetch} />
      <NameSearch searched={search} onSearch={setSearch} />
      <Paged
        query={names}
        itemsOf={({ names: page }) => page}
        empty={search === '' ? <NobodyYet /> : <NobodyFound onClear={() => setSearch('')} />}
      >
        {(page) => (
          <NameRows
            names={page}
            total={total ?? page.length}
            search={search}
            onRemove={setLeaving}
          />
        )}
      </Paged>
      <RemoveName name={leaving} onClose={() => setLeaving(undefined)} onRemoved={names.refetch} />
    </Screen>
  )
}

function NobodyYet() {
  return <Empty title="名单还是空的">可以逐个新增，也可以用模板批量导入</Empty>
}

function NobodyFound({ onClear }: { onClear: () => void }) {
  return (
    <Empty
      title="没有找到相符的客户"
      action={
        <Button kind="quiet" fit onPress={onClear}>
          查看全部名单
        </Button>
      }
    >
      请输入完整的姓名、身份证号或手机号，单位可只输入开头
    </Empty>
  )
}
