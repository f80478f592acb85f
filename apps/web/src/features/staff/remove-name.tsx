import type { ListedName } from '@qingzhou/contract/staff'
import { Confirm } from '@qingzhou/ui/confirm'
import { Pairs } from '@qingzhou/ui/pairs'
import { toast } from '@qingzhou/ui/toast'
import { staff } from './queries.ts'

export interface RemoveNameProps {
  /** Who is about to be taken off the list. */
  name: ListedName | undefined
  onClose: () => void
  onRemoved: () => Promise<unknown>
}

/** Says what taking somebody off the list changes, and what it does not. */
export function RemoveName({ name, onClose, onRemoved }: RemoveNameProps) {
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
