import type { RosterEntry } from '@qingzhou/contract/features/staff'
import { Button } from '@qingzhou/ui/inputs'
import { Card, List, ListRow, Table } from '@qingzhou/ui/layout'
import { DownloadIcon } from '@qingzhou/ui/graphics'
import { toast } from '@qingzhou/ui/overlays'
import { formatTime } from '#shared/pages/figures.ts'
import { ignoreRefusal } from '#platform/api/api-error.ts'
import { useIsAtComputer } from '#features/staff/at-computer.ts'
import { staff } from '#features/staff/queries.ts'

interface RosterRowsProps {
  names: readonly RosterEntry[]
  total: number
  /** The search; empty for the whole roster. */
  search: string
  onRemove: (name: RosterEntry) => void
}

/** The roster entries, masked, newest first. */
export function RosterRows({ names, total, search, onRemove }: RosterRowsProps) {
  const isAtComputer = useIsAtComputer()
  return (
    <Card
      flush
      title={`共 ${total.toLocaleString('zh-CN')} 人`}
      trailing={<ExportButton search={search} />}
    >
      {isAtComputer ? (
        <RosterTable names={names} onRemove={onRemove} />
      ) : (
        <RosterCards names={names} onRemove={onRemove} />
      )}
    </Card>
  )
}

type EntriesProps = Pick<RosterRowsProps, 'names' | 'onRemove'>

const columns = ['姓名', '身份证号', '手机号', '单位', '录入人', '录入时间', '操作'].map(
  (label) => ({ label }),
)

function RosterTable({ names, onRemove }: EntriesProps) {
  return (
    <div className="roster-table">
      <Table
        caption="名单"
        columns={columns}
        rows={names.map((name) => ({
          key: name.nameNo,
          cells: [
            name.name,
            name.idNumber,
            name.mobile,
            name.employer,
            name.addedBy,
            formatTime(name.addedAt),
            <RemoveButton key="remove" name={name} onRemove={onRemove} />,
          ],
        }))}
      />
    </div>
  )
}

function RosterCards({ names, onRemove }: EntriesProps) {
  return (
    <div className="wide-rows">
      <List label="名单">
        {names.map((name) => (
          <ListRow
            key={name.nameNo}
            label={
              <span className="row row-top">
                <EntryText name={name} />
                <RemoveButton name={name} onRemove={onRemove} />
              </span>
            }
          />
        ))}
      </List>
    </div>
  )
}

type RemoveButtonProps = { name: RosterEntry } & Pick<RosterRowsProps, 'onRemove'>

function RemoveButton({ name, onRemove }: RemoveButtonProps) {
  return (
    <Button kind="text" label={`移出 ${name.name}`} opensDialog onPress={() => onRemove(name)}>
      移出
    </Button>
  )
}

function EntryText({ name }: { name: RosterEntry }) {
  return (
    <span className="stack grow">
      <strong>{name.name}</strong>
      <span className="small ink-2 tabular">{name.idNumber}</span>
      <span className="small ink-2 tabular">
        {name.mobile} · {name.employer}
      </span>
      <span className="caption ink-3 tabular">
        {name.addedBy} 于 {formatTime(name.addedAt)} 录入
      </span>
    </span>
  )
}

/**
 * Exports the search result or the whole roster. The link is requested on demand, because it
 * expires soon.
 */
function ExportButton({ search }: { search: string }) {
  return (
    <Button
      kind="text"
      icon={<DownloadIcon size={20} />}
      onPress={async () => exportRoster(search)}
    >
      {search === '' ? '导出全部' : '导出结果'}
    </Button>
  )
}

async function exportRoster(search: string) {
  try {
    const { fileUrl } = await staff.names({
      ...(search !== '' && { search }),
      pageNo: 1,
      asFile: true,
    })
    if (fileUrl === undefined) toast('名单暂时无法导出，请稍后再试')
    else save(fileUrl)
  } catch (error) {
    ignoreRefusal(error)
  }
}

/** A link of our host that is answered with a file: following it keeps the page. */
function save(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
