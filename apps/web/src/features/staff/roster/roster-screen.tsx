import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { calls } from '@qingzhou/contract/calls'
import type { RosterEntry } from '@qingzhou/contract/features/staff'
import { Button, ButtonLink, Form, TextField } from '@qingzhou/ui/inputs'
import { Confirm, toast } from '@qingzhou/ui/overlays'
import { Empty } from '@qingzhou/ui/feedback'
import { PlusIcon, SearchIcon } from '@qingzhou/ui/graphics'
import { Pairs } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { Paged } from '#shared/pages/paged.tsx'
import { ImportCard } from './import-card.tsx'
import { RosterRows } from './roster-rows.tsx'
import { rosterQuery, staff } from '#features/staff/queries.ts'
import { useIsAtComputer } from '#features/staff/at-computer.ts'
import { StaffScreen } from '#features/staff/staff-area.tsx'
import { StaffOnly, toHome } from '#features/staff/staff-only.tsx'
import { links } from '#features/staff/links.ts'
import { useEntryState } from '#shared/forms/entry-state.ts'
import './roster.css'

/** The employee roster: search, add and remove. */
export default function RosterScreen() {
  return (
    <StaffOnly route={routes.staff.nameList} call={calls.staff.names}>
      {() => <Roster />}
    </StaffOnly>
  )
}

function Roster() {
  const [search, setSearch] = useEntryState<string>('search', '')
  const [leaving, setLeaving] = useState<RosterEntry>()
  const isAtComputer = useIsAtComputer()
  const names = useInfiniteQuery(rosterQuery(search))
  const total = names.data?.pages[0]?.total

  return (
    <StaffScreen
      inNavigation
      title={routes.staff.nameList.title}
      onBack={toHome}
      footer={
        !isAtComputer && (
          <ButtonLink href={links.addName} icon={<PlusIcon size={20} />}>
            新增名单
          </ButtonLink>
        )
      }
    >
      <div className="roster">
        <ImportCard onDone={names.refetch} />
        <div className="stack stack-3">
          <RosterSearch searched={search} onSearch={setSearch} />
          <Paged
            query={names}
            itemsOf={({ names: page }) => page}
            empty={search === '' ? <EmptyRoster /> : <NoMatch onClear={() => setSearch('')} />}
          >
            {(page) => (
              <RosterRows
                names={page}
                total={total ?? page.length}
                search={search}
                onRemove={setLeaving}
              />
            )}
          </Paged>
        </div>
      </div>
      <RemoveEntry name={leaving} onClose={() => setLeaving(undefined)} onRemoved={names.refetch} />
    </StaffScreen>
  )
}

function EmptyRoster() {
  return <Empty title="名单还是空的">可以逐个新增，也可以用模板批量导入</Empty>
}

function NoMatch({ onClear }: { onClear: () => void }) {
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

interface RosterSearchProps {
  searched: string
  onSearch: (search: string) => void
}

/** Searches on submit, not at every key: each search of a customer is audited. */
function RosterSearch({ searched, onSearch }: RosterSearchProps) {
  const [typed, setTyped] = useState(searched)
  const [shown, setShown] = useState(searched)
  if (shown !== searched) {
    setShown(searched)
    setTyped(searched)
  }

  function change(value: string) {
    setTyped(value)
    if (value === '') onSearch('')
  }

  return (
    <Form onSubmit={() => onSearch(typed.trim())} label="查询">
      <TextField
        label="查询名单"
        type="search"
        value={typed}
        onChange={change}
        maxLength={60}
        placeholder="姓名、证件、手机、单位"
        autoComplete="off"
        clearable
        beside={
          <Button type="submit" kind="quiet" fit label="查询">
            <SearchIcon size={20} />
          </Button>
        }
      />
    </Form>
  )
}

interface RemoveEntryProps {
  /** The entry to remove. */
  name: RosterEntry | undefined
  onClose: () => void
  onRemoved: () => Promise<unknown>
}

/** Explains what a removal changes and what not. */
function RemoveEntry({ name, onClose, onRemoved }: RemoveEntryProps) {
  async function remove() {
    if (!name) return
    await staff.removeName({ nameNo: name.nameNo })
    toast(`已将 ${name.name} 移出名单`)
    await onRemoved()
  }

  return (
    <Confirm
      open={name !== undefined}
      onClose={onClose}
      title="移出名单"
      confirmLabel="确认移出名单"
      onConfirm={remove}
      refuses
    >
      {name && (
        <Pairs
          pairs={[
            { label: '姓名', value: name.name },
            { label: '身份证号', value: name.idNumber },
            { label: '单位', value: name.employer },
          ]}
        />
      )}
      <p className="small ink-2">
        移出后，该客户新的借款不再按员工贷办理；已有的借款和凭证不受影响。
      </p>
    </Confirm>
  )
}
