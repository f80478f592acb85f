import type { ListedName } from '@qingzhou/contract/staff'
import { Button } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { List, ListRow } from '@qingzhou/ui/list-row'
import { momentInWords } from '#shared/figures.ts'
import { ExportButton } from './export-button.tsx'
import './wide-rows.css'

export interface NameRowsProps {
  names: readonly ListedName[]
  total: number
  /** What they were looked for by; empty for the whole list. */
  search: string
  onRemove: (name: ListedName) => void
}

/** Those on the list, masked, the newest first. */
export function NameRows({ names, total, search, onRemove }: NameRowsProps) {
  return (
    <Card
      flush
      title={`共 ${total.toLocaleString('zh-CN')} 人`}
      trailing={<ExportButton search={search} />}
    >
      <div className="wide-rows">
        <List label="名单">
          {names.map((name) => (
            <ListRow
              key={name.nameNo}
              label={
                <span className="row row-top">
                  <NameWords name={name} />
                  <Button kind="text" label={`移出 ${name.name}`} onPress={() => onRemove(name)}>
                    移出
                  </Button>
                </span>
              }
            />
          ))}
        </List>
      </div>
    </Card>
  )
}

function NameWords({ name }: { name: ListedName }) {
  return (
    <span className="stack grow">
      <strong>{name.name}</strong>
      <span className="small ink-2 tabular">{name.idNumber}</span>
      <span className="small ink-2 tabular">
        {name.mobile} · {name.employer}
      </span>
      <span className="caption ink-3 tabular">
        {name.addedBy} 于 {momentInWords(name.addedAt)} 录入
      </span>
    </span>
  )
}
